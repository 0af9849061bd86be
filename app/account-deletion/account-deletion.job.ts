import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { Clock } from '#app/platform/clock.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { Handler } from '#app/platform/jobs/work-on.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { sendMail } from '#app/platform/mail/send-mail.ts'
import type { PostIn } from '#app/platform/post.ts'

import { deletionReminderMail } from './deletion-reminder.mail.ts'
import { erase } from './erase.ts'
import { jobsOf } from './grace.ts'
import { receiptMail } from './receipt.mail.ts'
import { Receipt, signReceipt } from './receipt.ts'
import { returnLink } from './return-link.ts'

interface JobParts {
  db: Db
  keys: Keyring
  clock: Clock
  storageDir: string
  postIn: PostIn
}

/** The rest is asked for next time. */
const atOnce = 200

const Leaving = z.object({ userId: z.string(), leavesAt: z.number() })

/** Works off jobs of kind `account-deletion`: the days are over. */
export function accountDeletionJob({ db, keys, clock }: JobParts): Handler {
  return (payload) =>
    inTransaction(db, (tx) => erase(tx, keys, Leaving.parse(payload), clock.now()))
}

/** Asks again for what should have happened: its job was given up. */
export async function eraseOverdue(
  { db, keys }: Pick<JobParts, 'db' | 'keys'>,
  now: number,
): Promise<void> {
  const overdue = await db
    .selectFrom('users')
    .select(['id', 'leaves_at'])
    .where('leaves_at', '<=', now)
    .orderBy('leaves_at')
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id, leaves_at } of overdue) {
    const payload = { userId: id, leavesAt: leaves_at }
    const dedupeKey = jobsOf(id).deletion
    await enqueue(db, keys, { kind: 'account-deletion', payload, now, dedupeKey })
  }
}

/** Works off jobs of kind `deletion-reminder`: two days are left. */
export function deletionReminderJob({ db, keys, clock, postIn }: JobParts): Handler {
  return async (payload) => {
    const { userId, leavesAt } = Leaving.parse(payload)
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
      const post = postIn(user.locale, now)
      const path = await returnLink(tx, keys, { user, leavesAt, now })
      const letter = deletionReminderMail(post, { path, leavesAt, zone: user.timezone })
      const to = { name: user.name, address: user.email }
      await sendMail(tx, keys, { to, letter, now, dedupeKey: `reminder-mail:${userId}` })
    })
  }
}

const Erased = z.object({
  receipt: Receipt,
  to: z.object({
    name: z.string(),
    email: z.string(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
  }),
  files: z.array(z.string()),
})

/** Works off jobs of kind `account-erased`: the account is gone, its files go now, and its owner is told. */
export function accountErasedJob({ db, keys, clock, storageDir, postIn }: JobParts): Handler {
  return async (payload) => {
    const { receipt, to, files } = Erased.parse(payload)
    for (const file of files) await rm(join(storageDir, file), { force: true })

    const now = clock.now()
    const letter = receiptMail(postIn(to.locale, now), {
      receipt,
      code: signReceipt(keys, receipt),
      zone: to.timezone,
    })
    const mail = { to: { name: to.name, address: to.email }, letter, now }
    await sendMail(db, keys, { ...mail, dedupeKey: `receipt:${receipt.account}` })
  }
}
