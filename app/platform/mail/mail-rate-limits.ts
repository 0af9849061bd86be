import { createHash } from 'node:crypto'

import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import type { Rate } from '#app/platform/rate-limit/rate.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { mailsPerAccount, mailsPerRecipient, ownerMailsPerAccount } from './limits.ts'

/**
 * Counts a mail that a stranger can cause. Callers answer as usual when it must not be sent, so that nobody learns what
 * others have sent to an address.
 *
 * @param userId  the account that causes it; null for a guest
 */
export async function maySendMail(
  limits: RateLimits,
  { to, userId }: { to: string; userId: string | null },
): Promise<boolean> {
  if (userId && !(await isWithin(limits, `mails-by:${userId}`, mailsPerAccount))) return false
  const address = createHash('sha256').update(emailKey(to)).digest('base64url')
  return isWithin(limits, `mails-to:${address}`, mailsPerRecipient)
}

/** Counts a mail that leads back to the account. No others can use up these. */
export function maySendRestoringMail(limits: RateLimits, userId: string): Promise<boolean> {
  return isWithin(limits, `owner-mails:restoring:${userId}`, ownerMailsPerAccount)
}

/**
 * Notices that somebody with the password can cause any number of. They are queued in the transaction of their cause and
 * counted when they are sent: a limiter that is slow to answer must not hold the transaction open.
 */
export interface NoticeBudget {
  kind: 'new-device' | 'warning'
  userId: string
}

/** That of the recipient is counted like a mail that a guest causes. */
export type MailBudget = NoticeBudget | 'recipient'

export function mayDeliver(limits: RateLimits, { kind, userId }: NoticeBudget): Promise<boolean> {
  return kind === 'warning'
    ? isWithin(limits, `owner-mails:warning:${userId}`, ownerMailsPerAccount)
    : isWithin(limits, `device-mails:${userId}`, mailsPerAccount)
}

async function isWithin(limits: RateLimits, key: string, rates: Rate[]): Promise<boolean> {
  for (const [index, rate] of rates.entries()) {
    const { allowed } = await limits.hit(`account:${key}:${index}`, rate)
    if (!allowed) return false
  }
  return true
}
