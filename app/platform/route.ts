import { routeBuilder, routeTable } from '@foyer/named-routes'

import { routes } from '#app/routes.ts'

/** Builds the path of a named route: `route('verification.verify', { id, hash })`. */
export const route = routeBuilder<typeof routes>(routeTable(routes))
