import type { FastifyRequest } from 'fastify'

import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'
import { type AccessRule, type Route, routes } from '#app/routes.ts'

import { routeNames, routeOptions } from './route-options.ts'

/** Whether routes with this access authenticate a token, and ignore cookies. */
export function isTokenAccess(access: AccessRule | undefined): boolean {
  return access === 'apiToken' || access === 'teamToken' || access === 'serviceToken'
}

/** Whether a request gets JSON errors: everything under `/api`, including unknown paths, and the page's own channel authorization. */
export function isApiRequest(request: FastifyRequest): boolean {
  const { access, routeName } = request.routeOptions.config
  const isBroadcastingAuth =
    routeName === 'broadcasting.auth' || routeName === 'broadcasting.user-auth'
  return isApiPath(request.url) || isTokenAccess(access) || isBroadcastingAuth
}

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** The methods of an API path; empty for a path that is unknown, or out of reach for this client. */
export function allowedMethods({ url, server, ip }: FastifyRequest): string[] {
  const path = url.replace(/\?.*$/s, '')
  const canReach = (access: AccessRule) =>
    access !== 'serviceToken' || isIpAllowed(server.config.managementNetworks, ip)
  const methods = apiRoutes
    .filter(({ pattern, access }) => pattern.test(path) && canReach(access))
    .filter(({ options }) => server.hasRoute(options))
    .map(({ options }) => options.method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const apiRoutes = routeNames
  .filter((name) => isApiPath(routes[name].path))
  .map((name) => ({
    pattern: pathPattern(routes[name]),
    access: routes[name].access,
    options: routeOptions(name),
  }))

function pathPattern({ path, where }: Route): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => where?.[name] ?? '[^/]+')
  return new RegExp(`^${source}$`)
}
