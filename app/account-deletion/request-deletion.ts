import { z } from 'zod'

import { features, lockRowsBeforeAccount } from '#app/features.ts'
import { revokeOpenLinks } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, performedByKind } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { passwordInput } from '#app/platform/validation/form-fields.ts'

import { deletionRequestedNotice } from './deletion-requested.mail.ts'
import { issueCancelLink } from './issue-cancel-link.ts'
import { gracePeriodMs, reminderBeforeMs } from './limits.ts'
import { deletionJobKeys } from './pending-deletion.ts'

export const DeleteAccountForm = z.object({
  /** Optional after a recent confirmation. */
  password: passwordInput.optional(),
  /** The account's address, typed out, so that one wrong click deletes nothing. */
  confirmation: z
    .string('Type your email address.')
    .max(500, 'Type your email address exactly as shown above.'),
})

/** @throws ValidationError when the typed address is not the account's */
export function requireTypedEmail(enteredEmail: string, email: string): void {
  if (emailKey(enteredEmail) === emailKey(email)) return
  throw new ValidationError({
    confirmation: 'Type your email address exactly as shown above.',
  })
}

/**
 * Starts the grace period, ends every other session, revokes open links and schedules the erasure. The acting session stays, restricted
 * to the page of the pending deletion. Idempotent.
 */
export async function requestDeletion(context: ActionContext, actor: Actor): Promise<void> {
  const { db, keys, mailWriter, now } = context
  const { userId } = actor
  const leavesAt = now + gracePeriodMs

  await inTransaction(db, async (tx) => {
    await lockRowsBeforeAccount(tx, userId)
    for (const feature of features) await feature.beforeDeletion?.(tx, context, actor)
    const user = await tx
      .updateTable('users')
      .set({ leaves_at: leavesAt })
      .where('id', '=', userId)
      .where('leaves_at', 'is', null)
      .returning(['id', 'email_key', 'locale', 'timezone'])
      .executeTakeFirst()
    if (!user) return

    await revokeOpenLinks(tx, keys, actor)
    await endSessions(
      tx,
      actor,
      { by: performedByKind(actor, 'person'), why: 'leaving' },
      actor.sessionId,
    )
    await recordEvent(tx, actor, 'account.leaving', { erasedAt: toIso(leavesAt) })
    const payload = { userId, leavesAt }
    const jobKeys = deletionJobKeys(userId)
    const remindAt = leavesAt - reminderBeforeMs
    await enqueue(tx, keys, {
      kind: 'account-deletion',
      payload,
      now,
      runAt: leavesAt,
      dedupeKey: jobKeys.deletion,
    })
    await enqueue(tx, keys, {
      kind: 'deletion-reminder',
      payload,
      now,
      runAt: remindAt,
      dedupeKey: jobKeys.reminder,
    })
    const path = await issueCancelLink(tx, keys, { user, leavesAt, now })
    const when = formatMailDate(mailWriter.translatorFor(user.locale), leavesAt, user.timezone)
    await sendSecurityNotice(tx, context, actor, deletionRequestedNotice(path, when))
  })
}
