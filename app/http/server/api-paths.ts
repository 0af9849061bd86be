import type { FastifyRequest } from 'fastify'

import { type Route, routes } from '#app/routes.ts'

/** Whether a request gets JSON errors: everything under `/api`, including unknown paths, and the page's own channel authorization. */
export function isApiRequest(request: FastifyRequest): boolean {
  const { access, routeName } = request.routeOptions.config
  const isBroadcastingAuth =
    routeName === 'broadcasting.auth' || routeName === 'broadcasting.user-auth'
  return isApiPath(request.url) || access === 'apiToken' || isBroadcastingAuth
}

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** The methods of an API path; empty for an unknown path. */
export function allowedMethods(url: string): string[] {
  const path = url.replace(/\?.*$/s, '')
  const methods = apiRoutePatterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const routeEntries: [string, Route][] = Object.entries(routes)
const apiRoutePatterns = routeEntries
  .filter(([, { path }]) => isApiPath(path))
  .map(([, route]) => ({ method: route.method, pattern: pathPattern(route) }))

function pathPattern({ path, where }: Route): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => where?.[name] ?? '[^/]+')
  return new RegExp(`^${source}$`)
}
