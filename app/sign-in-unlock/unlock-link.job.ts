import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import {
  formatLink,
  issueToken,
  revokeTokensForAddress,
} from '#app/platform/auth/one-time-tokens.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { FeatureJobServices } from '#app/platform/feature.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'
import type { RateLimitKey } from '#app/platform/rate-limit/rate-limit-key.ts'
import { per } from '#app/platform/rate-limit/rate.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { unlockLinkLifetimeMs } from './limits.ts'
import { unlockMail } from './unlock.mail.ts'

export const unlockPurpose = 'sign-in-unlock'
export const unlockJobKind = 'unlock-link'

const UnlockLinkPayload = z.object({
  email: z.string(),
  /** The browser's language, for accounts that saved none. */
  locale: z.string(),
})

/**
 * Enqueues an unlock mail, at most one until its link has expired or was used. The account is looked up in the job, so that
 * neither the response nor its duration reveals whether the address has an account.
 */
export async function requestUnlockLink(
  { db, keys, limits, now }: Pick<ActionContext, 'db' | 'keys' | 'limits' | 'now'>,
  payload: z.input<typeof UnlockLinkPayload>,
): Promise<void> {
  const rate = per(1, unlockLinkLifetimeMs)
  const { allowed } = await limits.hit(unlockMailKey(payload.email), rate)
  if (allowed) await enqueue(db, keys, { kind: unlockJobKind, payload, now })
}

export function unlockMailKey(email: string): RateLimitKey {
  return `account:unlock-mail:${createHash('sha256').update(emailKey(email)).digest('base64url')}`
}

export function unlockLinkJob({ db, keys, clock, mailWriterFor }: FeatureJobServices): JobHandler {
  return async (payload) => {
    const { email, locale } = UnlockLinkPayload.parse(payload)
    const owner = await emailOwner(db, emailKey(email), { signsIn: true })
    if (!owner?.hasPassword || owner.locked_at !== null) return
    const now = clock.now()
    const mailWriter = mailWriterFor(owner.locale ?? locale, now)
    await inTransaction(db, async (tx) => {
      await lockAccountRow(tx, owner.id)
      const target = { purpose: unlockPurpose, emailKey: owner.email_key } as const
      await revokeTokensForAddress(tx, keys, { ...target, now }, () => true)
      const link = await issueToken(tx, keys, {
        ...target,
        userId: owner.id,
        payload: null,
        ttlMs: unlockLinkLifetimeMs,
        now,
      })
      const path = route('sign-in-unlock.show', { token: formatLink(link) })
      await mailWriter.send(tx, recipientOf(owner), unlockMail(mailWriter, path))
    })
  }
}
