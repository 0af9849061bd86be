import type { FastifyReply } from 'fastify'

import type { Flash } from '#app/pages.ts'

import { fallbackPage } from './fallback-page.ts'

/** The flash is for a page only. */
interface Ending extends Flash {
  /** The next page; by default that of the form. */
  to?: string
  /** Makes the pages in the browser's history unreadable. */
  clearHistory?: boolean
  /** For a JSON client; by default `""`, as Fortify sends it for a change without a result. */
  json?: object
  code?: 200 | 201 | 202 | 204
}

/** Ends a change: a page is redirected with flash, a JSON client gets the result. */
export function respond(
  reply: FastifyReply,
  { to, clearHistory = false, json, code = 200, ...flash }: Ending = {},
): FastifyReply {
  const { request } = reply
  if (request.inertia.wantsJson) {
    reply.code(code).header('cache-control', 'no-store')
    if (json || code === 204) return reply.send(json)
    return reply.type('application/json; charset=utf-8').send('""')
  }
  if (clearHistory) reply.clearHistory()
  if (Object.keys(flash).length > 0) reply.flash(flash)
  return to === undefined ? reply.back(fallbackPage(request)) : reply.redirect(to)
}
