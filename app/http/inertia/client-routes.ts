import { routeTable } from '@foyer/named-routes'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { permissionsOfRole } from '#app/permissions.ts'
import { memoize } from '#app/platform/lib/memoize.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { type AccessRule, type Route, type RouteName, optionalRoutes, routes } from '#app/routes.ts'

interface ClientRouteTable {
  json: string
  documentVersion(locale: string): string
}

declare module 'fastify' {
  interface FastifyInstance {
    clientRoutes: { guests: ClientRouteTable; members: ClientRouteTable; staff: ClientRouteTable }
  }
}

/** Builds the route tables: guests get public routes only, and only somebody with a role gets routes that require one. */
export function clientRoutes({
  assets,
  config,
}: Pick<App, 'assets' | 'config'>): App['clientRoutes'] {
  const publicAccess: AccessRule[] = hasDevMailbox(config)
    ? ['public', 'guest', 'loopback']
    : ['public', 'guest']
  const memberAccess: AccessRule[] = [...publicAccess, 'signedIn', 'verified', 'team']
  const build = (allowedAccess: AccessRule[]) =>
    buildClientRouteTable(allowedAccess, { assets, config })
  return {
    guests: build(publicAccess),
    members: build(memberAccess),
    staff: build([...memberAccess, 'role']),
  }
}

export function clientRoutesFor(
  { clientRoutes: tables }: App,
  { session }: FastifyRequest,
): ClientRouteTable {
  if (!session) return tables.guests
  return permissionsOfRole(session.role).length > 0 ? tables.staff : tables.members
}

/**
 * The Inertia version: browser files, route table and language, which a document loads once and visits do not resend.
 * Guests have fewer routes, so signing in or out changes the version and forces a full page load; so does a first role.
 */
export function documentVersion(app: App, request: FastifyRequest): string {
  return clientRoutesFor(app, request).documentVersion(request.translator.locale)
}

function buildClientRouteTable(
  allowedAccess: AccessRule[],
  { assets, config }: Pick<App, 'assets' | 'config'>,
): ClientRouteTable {
  const include = (name: RouteName) => {
    const { access, notInBrowser }: Route = routes[name]
    const isOffered =
      (config.teams !== null || !optionalRoutes.teams.has(name)) &&
      (config.admin || !optionalRoutes.admin.has(name))
    return allowedAccess.includes(access) && !notInBrowser && isOffered
  }
  const table = routeTable(routes, { include })
  return {
    json: JSON.stringify(table).replaceAll('<', '\\u003c'),
    // A new string for each visit would add 5 % to it.
    documentVersion: memoize((locale) => `${assets.version}-${table.version}-${locale}`),
  }
}
