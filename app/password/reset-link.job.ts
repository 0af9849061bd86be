import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { type MailWriterFor, recipientOf } from '#app/platform/mail/mail-writer.ts'
import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { resetMailLimits } from './limits.ts'
import { createResetLink } from './reset-links.ts'
import { resetPasswordMail } from './reset-password.mail.ts'

const jobKind = 'reset-link'

const ResetLinkPayload = z.object({
  email: z.string(),
  /** The browser's, for accounts without a saved language. */
  locale: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable().default(null),
  at: z.number(),
})

/**
 * Enqueues a reset link. The account lookup happens in the job, so response and timing do not reveal whether the address
 * has an account.
 */
export async function requestResetLink(
  { db, keys }: Pick<ActionContext, 'db' | 'keys'>,
  payload: z.input<typeof ResetLinkPayload>,
): Promise<void> {
  const addressHash = createHash('sha256').update(emailKey(payload.email)).digest('base64url')
  const dedupeKey = `${jobKind}:${addressHash}`
  await enqueue(db, keys, { kind: jobKind, payload, dedupeKey, now: payload.at })
}

interface Dependencies {
  db: Db
  keys: Keyring
  clock: Clock
  limits: RateLimits
  mailWriterFor: MailWriterFor
}

/** Handles `reset-link` jobs. */
export function resetLinkJob({ db, keys, clock, limits, mailWriterFor }: Dependencies): JobHandler {
  return async (payload) => {
    const { email, locale, ip, userAgent, country, at } = ResetLinkPayload.parse(payload)
    const now = clock.now()
    const user = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_key', 'email_verified_at', 'locale', 'timezone'])
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst()
    if (!user || !(await isWithinMailLimits(limits, user.id))) return

    const mailWriter = mailWriterFor(user.locale ?? locale, now)
    await inTransaction(db, async (tx) => {
      const actor = { userId: user.id, sessionId: null, ip, userAgent, country, now: at }
      // First, because it locks the account: of two concurrent links the later must revoke the earlier.
      await recordEvent(tx, actor, 'password.reset-requested', { email: user.email })
      const path = await createResetLink(tx, keys, { user, now })
      await mailWriter.send(tx, recipientOf(user), resetPasswordMail(mailWriter, path))
    })
  }
}

async function isWithinMailLimits(limits: RateLimits, userId: string): Promise<boolean> {
  for (const [index, rate] of resetMailLimits.entries()) {
    const { allowed } = await limits.hit(`account:reset-mail:${index}:${userId}`, rate)
    if (!allowed) return false
  }
  return true
}
