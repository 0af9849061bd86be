import { routeTable } from '@foyer/named-routes'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import type { Config } from '#app/platform/config.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'
import { type Access, type RouteName, routes } from '#app/routes.ts'

/** The route table as a document carries it. */
interface Table {
  version: string
  json: string
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTables: { guests: Table; members: Table }
  }
}

// What only programs ask for; no page links there.
const forPrograms = new Set<RouteName>([
  'up',
  'ready',
  'metrics',
  'csp-report',
  'well-known.passkeys',
  'api.openapi',
  'well-known.record-key',
  'well-known.security',
  'well-known.change-password',
])

/** Guests are told only the routes that guests may know. */
export function routeTables(config: Config): App['routeTables'] {
  const everyone: Access[] = hasMailbox(config)
    ? ['anyone', 'guest', 'loopback']
    : ['anyone', 'guest']
  return { guests: tableFor(everyone), members: tableFor([...everyone, 'account', 'verified']) }
}

export function tableOf({ routeTables: tables }: App, { signedIn }: FastifyRequest): Table {
  return signedIn ? tables.members : tables.guests
}

/**
 * Names what a document holds once and visits do not bring: the browser's files, the route table and the language.
 * Guests know fewer routes, so signing in or out is a new version too, as is another language, and the next page comes
 * as a document of its own.
 */
export function documentVersion(app: App, request: FastifyRequest): string {
  return `${app.assets.version}-${tableOf(app, request).version}-${request.text.locale}`
}

function tableFor(readers: Access[]): Table {
  const include = (name: RouteName) =>
    readers.includes(routes[name].access) && !forPrograms.has(name)
  const table = routeTable(routes, { include })
  return { version: table.version, json: JSON.stringify(table).replaceAll('<', '\\u003c') }
}
