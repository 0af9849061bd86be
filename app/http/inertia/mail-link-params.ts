import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The parameter of a route linked to from mail; `parseLink` takes it apart. */
export const TokenParams = z.object({ token: z.string() })

/**
 * Keeps the URL of a mail link out of referrers and caches. Opening the link changes nothing, as mail scanners open links
 * too, so its token stays valid until the form on the page is submitted.
 */
export function setSensitiveUrlHeaders(reply: FastifyReply): void {
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' })
}
