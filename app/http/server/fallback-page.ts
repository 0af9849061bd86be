import type { FastifyRequest } from 'fastify'

import { routes } from '#app/routes.ts'

import { routeNames, routeOptions } from './route-options.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The page of the form, for routes where it is not static and the browser may send no Referer. */
    formPage?: string
  }
}

const pagePaths = new Set(
  routeNames.filter((name) => routes[name].method === 'GET').map((name) => routeOptions(name).url),
)

/** The page to go back to without a Referer: that of the form, or the URL itself when it also has a page. */
export function fallbackPage({ formPage, routeOptions: route, url }: FastifyRequest) {
  const page = formPage ?? route.config.formPage
  return page ?? (pagePaths.has(route.url ?? '') ? url : undefined)
}
