import { routeBuilder, routeTable } from '@foyer/named-routes'

import type { NotificationLink } from '#app/notification-types.ts'
import { routes } from '#app/routes.ts'

import type { NotificationData } from './notify.ts'

/** Any route, whose parameters are known at run time only. */
const route = routeBuilder<Record<string, { method: 'GET'; path: '/' }>>(routeTable(routes))

/** Always a path of ours: the route is fixed by the type, and its parameters are encoded and must match their patterns. */
export function notificationPath(
  { route: name, params = [], section }: NotificationLink,
  data: NotificationData,
): string {
  const values = Object.fromEntries(params.map((param) => [param, data[param] ?? '']))
  return route(name, values) + (section ? `#${section}` : '')
}
