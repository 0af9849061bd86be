import { createHash } from 'node:crypto'

import { z } from 'zod'

import { requestResetLink } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { type CodeRequester, issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { type MailWriterFor, recipientOf } from '#app/platform/mail/mail-writer.ts'
import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { isKnownDeviceOfAddress } from '#app/platform/sessions/known-devices.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { codeMailLimits } from './limits.ts'
import { signInCodeMail } from './sign-in-code.mail.ts'

const jobKind = 'sign-in-code'

const SignInCodePayload = z.object({
  email: z.string(),
  /** The browser's language, for accounts that saved none. */
  locale: z.string(),
  browser: z.string(),
  device: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable().default(null),
  at: z.number(),
})

/**
 * Enqueues a sign-in code. The account lookup happens in the job, so response and timing do not reveal whether the address
 * has an account.
 */
export async function requestSignInCode(
  { db, keys }: Pick<ActionContext, 'db' | 'keys'>,
  { email, locale }: { email: string; locale: string },
  { now: at, device, ...client }: CodeRequester,
): Promise<void> {
  const payload = { email, locale, at, device: device ?? '', ...client }
  const request = createHash('sha256').update(`${emailKey(email)} ${client.browser}`)
  const dedupeKey = `${jobKind}:${request.digest('base64url')}`
  await enqueue(db, keys, { kind: jobKind, payload, dedupeKey, now: at })
}

interface Dependencies {
  db: Db
  keys: Keyring
  clock: Clock
  limits: RateLimits
  mailWriterFor: MailWriterFor
}

/** Handles `sign-in-code` jobs. */
export function signInCodeJob({
  db,
  keys,
  clock,
  limits,
  mailWriterFor,
}: Dependencies): JobHandler {
  return async (payload) => {
    const { email, locale, device, at, ...requester } = SignInCodePayload.parse(payload)
    const now = clock.now()
    const key = emailKey(email)
    const user = await emailOwner(db, key, { signsIn: true })
    const browser = (await isKnownDeviceOfAddress(db, key, device)) ? hashSecret(device) : 'others'
    if (user && !(await isWithinMailLimits(limits, `${user.id}:${browser}`))) return

    const isVerified = user !== undefined && user.email_verified_at !== null
    const newCode = { purpose: 'sign-in', emailKey: key, now } as const
    await inTransaction(db, async (tx) => {
      // First, so that a code is either issued before a change of the account, which revokes it, or mailed after it.
      if (isVerified) await lockAccountRow(tx, user.id)
      // Also without an account, so that a guess takes the same time with and without one.
      const userId = isVerified ? user.id : null
      const code = await issueCodeFor({ ...requester, now: at }, tx, keys, { ...newCode, userId })
      if (!isVerified || !code) return
      const mailWriter = mailWriterFor(user.locale ?? locale, now)
      await mailWriter.send(tx, recipientOf(user), signInCodeMail(mailWriter, code))
    })
    // Somebody else may have chosen the password of an account whose address nobody has proved. A reset replaces it.
    if (user && !isVerified) {
      const { ip, userAgent, country } = requester
      await requestResetLink({ db, keys }, { email, locale, ip, userAgent, country, at: now })
    }
  }
}

async function isWithinMailLimits(limits: RateLimits, key: string): Promise<boolean> {
  for (const [index, rate] of codeMailLimits.entries()) {
    const { allowed } = await limits.hit(`account:code-mail:${index}:${key}`, rate)
    if (!allowed) return false
  }
  return true
}
