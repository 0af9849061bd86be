import { routeBuilder, type Table } from '@foyer/named-routes'

import type { routes } from '#app/routes.ts'

let routeTable: Table | undefined

/** The address of a route: `route('login')`, `route('mailbox.show', { mail: id })`. */
export const route = routeBuilder<typeof routes>(() => (routeTable ??= readTableFromDocument()))

/** Where there is no document: the server's renderer, once, with everything, since paths are the same for everyone. */
export function setRouteTable(newTable: Table): void {
  routeTable = newTable
}

/** The document carries the routes its reader may know. */
function readTableFromDocument(): Table {
  return JSON.parse(document.getElementById('routes')?.textContent ?? '')
}
