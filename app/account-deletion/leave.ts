import { z } from 'zod'

import type { SessionAccount } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { Invalid } from '#app/platform/errors.ts'
import { password } from '#app/platform/form-fields.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { mailMoment } from '#app/platform/mail/mail-moment.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { moment } from '#app/platform/moment.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { graceMs, jobsOf, reminderMs } from './grace.ts'
import { leavingNotice } from './leaving.mail.ts'
import { returnLink } from './return-link.ts'

export const LeaveForm = z.object({
  /** Left out by who has confirmed recently that it is them. */
  password: password.optional(),
  /** The address of the account, typed out: there is no way to do this by one wrong click. */
  confirmation: z.string('Type the address of your account.').max(500, 'That is not your address.'),
})

/** @throws Invalid when what was typed is not the account's address */
export function checkConfirmation(typed: string, email: string): void {
  if (emailKey(typed) === emailKey(email)) return
  throw new Invalid({ confirmation: 'Type the address of your account, as it stands above.' })
}

/**
 * Starts the days after which the account is erased. Every other session ends; this one is left with the page that says
 * so. Asked twice, it happens once.
 */
export async function leave(means: Means, account: SessionAccount): Promise<void> {
  const { db, keys, post, now } = means
  const { userId } = account
  const leavesAt = now + graceMs

  await inTransaction(db, async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ leaves_at: leavesAt })
      .where('id', '=', userId)
      .where('leaves_at', 'is', null)
      .returning(['id', 'email_key', 'locale', 'timezone'])
      .executeTakeFirst()
    if (!user) return

    await endSessions(tx, account, { by: 'person', why: 'leaving' }, account.sessionId)
    await record(tx, account, 'account.leaving', { erasedAt: moment(leavesAt) })
    const payload = { userId, leavesAt }
    const jobs = jobsOf(userId)
    const remindAt = leavesAt - reminderMs
    await enqueue(tx, keys, {
      kind: 'account-deletion',
      payload,
      now,
      runAt: leavesAt,
      dedupeKey: jobs.deletion,
    })
    await enqueue(tx, keys, {
      kind: 'deletion-reminder',
      payload,
      now,
      runAt: remindAt,
      dedupeKey: jobs.reminder,
    })
    const path = await returnLink(tx, keys, { user, leavesAt, now })
    const when = mailMoment(post.textFor(user.locale), leavesAt, user.timezone)
    await sendSecurityNotice(tx, means, account, leavingNotice(path, when))
  })
}
