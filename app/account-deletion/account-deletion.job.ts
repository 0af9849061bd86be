import { z } from 'zod'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { enqueueMail } from '#app/platform/mail/enqueue-mail.ts'
import type { MailWriterFor } from '#app/platform/mail/mail-writer.ts'

import { deletionReminderMail } from './deletion-reminder.mail.ts'
import { eraseAccount } from './erase-account.ts'
import { issueCancelLink } from './issue-cancel-link.ts'

interface JobDependencies {
  db: Db
  keys: Keyring
  clock: Clock
  mailWriterFor: MailWriterFor
}

const DeletionPayload = z.object({ userId: z.string(), leavesAt: z.number() })

/** Runs `account-deletion` jobs, due when the grace period ends. */
export function accountDeletionJob({ db, keys, clock }: JobDependencies): JobHandler {
  return (payload) =>
    inTransaction(db, (tx) => eraseAccount(tx, keys, DeletionPayload.parse(payload), clock.now()))
}

/** Runs `deletion-reminder` jobs, due two days before the erasure. */
export function deletionReminderJob({
  db,
  keys,
  clock,
  mailWriterFor,
}: JobDependencies): JobHandler {
  return async (payload) => {
    const { userId, leavesAt } = DeletionPayload.parse(payload)
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'name', 'email', 'email_key', 'locale', 'timezone'])
        .where('id', '=', userId)
        .where('leaves_at', '=', leavesAt)
        .where('leaves_at', '>', now)
        .executeTakeFirst()
      if (!user) return
      const mailWriter = mailWriterFor(user.locale, now)
      const path = await issueCancelLink(tx, keys, { user, leavesAt, now })
      const rendered = deletionReminderMail(mailWriter, { path, leavesAt, timezone: user.timezone })
      const to = { name: user.name, address: user.email }
      await enqueueMail(tx, keys, { to, rendered, now, dedupeKey: `reminder-mail:${userId}` })
    })
  }
}
