import { routeTable } from '@foyer/named-routes'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { memoize } from '#app/platform/lib/memoize.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { type AccessRule, type Route, type RouteName, routes } from '#app/routes.ts'

interface ClientRouteTable {
  json: string
  documentVersion(locale: string): string
}

declare module 'fastify' {
  interface FastifyInstance {
    clientRoutes: { guests: ClientRouteTable; members: ClientRouteTable }
  }
}

/** Builds the two route tables; guests get public routes only. */
export function clientRoutes({
  assets,
  config,
}: Pick<App, 'assets' | 'config'>): App['clientRoutes'] {
  const publicAccess: AccessRule[] = hasDevMailbox(config)
    ? ['public', 'guest', 'loopback']
    : ['public', 'guest']
  return {
    guests: buildClientRouteTable(publicAccess, assets.version),
    members: buildClientRouteTable([...publicAccess, 'signedIn', 'verified'], assets.version),
  }
}

export function clientRoutesFor(
  { clientRoutes: tables }: App,
  { session }: FastifyRequest,
): ClientRouteTable {
  return session ? tables.members : tables.guests
}

/**
 * The Inertia version: browser files, route table and language, which a document loads once and visits do not resend.
 * Guests have fewer routes, so signing in or out changes the version and forces a full page load.
 */
export function documentVersion(app: App, request: FastifyRequest): string {
  return clientRoutesFor(app, request).documentVersion(request.translator.locale)
}

function buildClientRouteTable(
  allowedAccess: AccessRule[],
  assetsVersion: string,
): ClientRouteTable {
  const include = (name: RouteName) => {
    const { access, forMachines }: Route = routes[name]
    return allowedAccess.includes(access) && !forMachines
  }
  const table = routeTable(routes, { include })
  return {
    json: JSON.stringify(table).replaceAll('<', '\\u003c'),
    // A new string for each visit would add 5 % to it.
    documentVersion: memoize((locale) => `${assetsVersion}-${table.version}-${locale}`),
  }
}
