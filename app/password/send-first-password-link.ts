import type { ActionContext } from '#app/platform/action-context.ts'
import { firstPasswordLifetimeMs } from '#app/platform/auth/limits.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'

import { firstPasswordMail } from './first-password.mail.ts'
import { createResetLink } from './reset-links.ts'

/** Mails the person for whom an operator created an account a link to set a password. */
export async function sendFirstPasswordLink(
  tx: Tx,
  { keys, mailWriter, now }: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  userId: string,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const path = await createResetLink(tx, keys, { user, now, ttlMs: firstPasswordLifetimeMs })
  await mailWriter.send(tx, recipientOf(user), firstPasswordMail(mailWriter, path))
}
