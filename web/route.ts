import { routeBuilder, type Table } from '@foyer/named-routes'

import type { BrowserRoutes } from '#app/routes.ts'

let routeTable: Table | undefined

/** The URL of a route: `route('login')`, `route('mailbox.show', { mail: id })`. */
export const route = routeBuilder<BrowserRoutes>(() => (routeTable ??= readTableFromDocument()))

/** For the server renderer, which has no document: called once, with all routes. */
export function setRouteTable(newTable: Table): void {
  routeTable = newTable
}

/** The document contains only the routes its visitor may know. */
function readTableFromDocument(): Table {
  return JSON.parse(document.getElementById('routes')?.textContent ?? '')
}
