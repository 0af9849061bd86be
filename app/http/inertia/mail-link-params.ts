import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** The parameter of a route that our mails link to; `linkOf` takes it apart. */
export const TokenParams = z.object({ token: z.string() })

/**
 * For the page behind such a link, which only shows what one deliberate click would do: mail scanners open links too. As
 * long as nobody has clicked, the address is a secret, kept from other sites and from caches.
 */
export function setSensitiveUrlHeaders(reply: FastifyReply): void {
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' })
}
