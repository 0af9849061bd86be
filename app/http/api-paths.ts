import type { FastifyRequest } from 'fastify'

import { type Route, routes } from '#app/routes.ts'

/** Whether a program asks, ours in the page included: everything at or below `/api` is answered in JSON, also what is not there. */
export function isForPrograms(request: FastifyRequest): boolean {
  const { access, routeName } = request.routeOptions.config
  const isForSockets = routeName === 'broadcasting.auth' || routeName === 'broadcasting.user-auth'
  return isApiPath(request.url) || access === 'token' || isForSockets
}

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** The methods that an address of the API knows; none when there is no such address. */
export function methodsAt(url: string): string[] {
  const path = url.replace(/\?.*$/s, '')
  const found = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return found.includes('GET') ? [...found, 'HEAD'] : found
}

const table: [string, Route][] = Object.entries(routes)
const patterns = table
  .filter(([, { path }]) => isApiPath(path))
  .map(([, route]) => ({ method: route.method, pattern: patternOf(route) }))

function patternOf({ path, formats }: Route): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => formats?.[name] ?? '[^/]+')
  return new RegExp(`^${source}$`)
}
