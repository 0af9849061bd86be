import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { inLanguageOf, recipientOf } from '#app/platform/mail/mail-writer.ts'

import { createResetLink } from './reset-links.ts'
import { resetPasswordMail } from './reset-password.mail.ts'

/** Mails a reset link that somebody else than the owner requested for them. */
export async function sendPasswordLink(
  tx: Tx,
  { keys, mailWriter, now }: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  actor: Actor,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'email_verified_at', 'password_hash'])
    .select('locale')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  await recordEvent(tx, actor, 'password.reset-requested', { email: user.email })
  const path = await createResetLink(tx, keys, { user, now })
  const hasPassword = user.password_hash !== null
  const writer = inLanguageOf(mailWriter, user.locale)
  const mail = resetPasswordMail(writer, path, { hasPassword, code: null })
  await mailWriter.send(tx, recipientOf(user), mail)
}
