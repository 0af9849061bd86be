import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
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
  /** The browser's language, for accounts that saved none. */
  locale: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable().default(null),
  /** The browser in which the mailed code works; null while codes are off. */
  browser: z.string().nullable().default(null),
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
    const { email, locale, browser, at, ...client } = ResetLinkPayload.parse(payload)
    const now = clock.now()
    const user = await emailOwner(db, emailKey(email))
    const requester = browser === null ? null : { ...client, browser, now: at }
    const newCode = { purpose: 'password-reset', emailKey: emailKey(email), now } as const
    // Also without an account, so that a guess takes the same time with and without one.
    if (!user) return void (await issueCodeFor(requester, db, keys, { ...newCode, userId: null }))
    if (!(await isWithinMailLimits(limits, user.id))) return

    const mailWriter = mailWriterFor(user.locale ?? locale, now)
    await inTransaction(db, async (tx) => {
      const actor = { ...client, userId: user.id, sessionId: null, now: at }
      // First, because it locks the account: of two concurrent links the later must revoke the earlier.
      await recordEvent(tx, actor, 'password.reset-requested', { email: user.email })
      const path = await createResetLink(tx, keys, { user, now })
      const own = { ...newCode, userId: user.id, payload: path }
      const code = await issueCodeFor(requester, tx, keys, own)
      const mail = resetPasswordMail(mailWriter, path, {
        hasPassword: user.hasPassword,
        code,
      })
      await mailWriter.send(tx, recipientOf(user), mail)
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
