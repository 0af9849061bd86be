import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { type MailLink, parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { Gone } from '#app/platform/errors.ts'

/** The parameter of a route linked to from mail; `parseLink` takes it apart. */
export const TokenParams = z.object({ token: z.string() })

/** The parameters of a link that confirms an address: the URL has the format of Laravel Fortify, unlike the other links in our mails. */
export const VerificationParams = z.object({ id: z.string(), hash: z.string() })

export function verificationLink({ id, hash }: z.output<typeof VerificationParams>): MailLink {
  return { id, secret: hash }
}

/**
 * Opens a mail link. That changes nothing, as mail scanners open links too, so its token stays valid until the form on the
 * page is submitted.
 *
 * @param find  what the page shows; null for a used, expired or unknown link
 * @throws Gone
 */
export async function openMailLink<Found>(
  request: Pick<FastifyRequest, 'context'> & { params: z.output<typeof TokenParams> },
  reply: FastifyReply,
  find: (context: ActionContext, link: MailLink) => Promise<Found | null>,
): Promise<Found> {
  setSensitiveUrlHeaders(reply)
  const found = await find(request.context(), parseLink(request.params.token))
  if (found === null) throw new Gone()
  return found
}

/** Keeps the URL of a mail link out of referrers and caches. */
export function setSensitiveUrlHeaders(reply: FastifyReply): void {
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' })
}
