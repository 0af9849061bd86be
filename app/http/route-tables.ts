import { routeTable } from '@foyer/named-routes'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'
import { remembered } from '#app/platform/remembered.ts'
import { type Access, type RouteName, routes } from '#app/routes.ts'

/** The route table as a document carries it. */
interface Table {
  json: string
  /** Names what a document of this language holds once. */
  documentVersion(locale: string): string
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
export function routeTables({
  assets,
  config,
}: Pick<App, 'assets' | 'config'>): App['routeTables'] {
  const everyone: Access[] = hasMailbox(config)
    ? ['anyone', 'guest', 'loopback']
    : ['anyone', 'guest']
  return {
    guests: tableFor(everyone, assets.version),
    members: tableFor([...everyone, 'account', 'verified'], assets.version),
  }
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
  return tableOf(app, request).documentVersion(request.text.locale)
}

function tableFor(readers: Access[], assetsVersion: string): Table {
  const include = (name: RouteName) =>
    readers.includes(routes[name].access) && !forPrograms.has(name)
  const table = routeTable(routes, { include })
  return {
    json: JSON.stringify(table).replaceAll('<', '\\u003c'),
    documentVersion: remembered((locale) => [assetsVersion, table.version, locale].join('-')),
  }
}
