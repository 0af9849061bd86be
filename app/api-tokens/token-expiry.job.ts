import { z } from 'zod'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import type { MailWriterFor } from '#app/platform/mail/mail-writer.ts'

import { tokenExpiryMail } from './token-expiry.mail.ts'
import { expiryWarningAt } from './token-expiry.ts'

const ExpiryPayload = z.object({ token: z.string(), expiresAt: z.number() })

interface TokenLifetime {
  token: string
  issuedAt: number
  expiresAt: number | null
  now: number
}

/** Schedules the mail that warns of the expiry. The job does nothing if the token is rotated before. */
export async function scheduleExpiryWarning(
  tx: Tx,
  keys: Keyring,
  { token, issuedAt, expiresAt, now }: TokenLifetime,
): Promise<void> {
  const runAt = expiryWarningAt(issuedAt, expiresAt)
  if (runAt === null) return
  await enqueue(tx, keys, { kind: 'token-expiry', payload: { token, expiresAt }, runAt, now })
}

interface Dependencies {
  db: Db
  clock: Clock
  mailWriterFor: MailWriterFor
}

/** Runs `token-expiry` jobs. Idempotent: the owner gets one mail. */
export function tokenExpiryJob({ db, clock, mailWriterFor }: Dependencies): JobHandler {
  return async (payload) => {
    const expiring = ExpiryPayload.parse(payload)
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const token = await tx
        .updateTable('api_tokens')
        .set({ warned_at: now })
        .where('id', '=', expiring.token)
        .where('expires_at', '=', expiring.expiresAt)
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .where('warned_at', 'is', null)
        .returning(['user_id', 'name', 'last_used_at'])
        .executeTakeFirst()
      if (!token) return

      const user = await tx
        .selectFrom('users')
        .select(['name', 'email', 'locale', 'timezone'])
        .where('id', '=', token.user_id)
        .executeTakeFirstOrThrow()
      const mailWriter = mailWriterFor(user.locale, now)
      const { timezone } = user
      const mail = tokenExpiryMail(mailWriter, {
        ...token,
        expiresAt: expiring.expiresAt,
        timezone,
      })
      await mailWriter.send(tx, user, mail)
    })
  }
}
