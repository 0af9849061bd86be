import type { KeptAccess } from '#app/account-takeover/pages.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'

import { recoveryLinkMail } from './recovery-link.mail.ts'
import { createResetLink } from './reset-links.ts'

/** Mails a reset link without rate limits, so that an attacker's earlier requests cannot block the owner's link. */
export async function sendRecoveryLink(
  tx: Tx,
  { keys, mailWriter, now }: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  userId: string,
  kept: KeptAccess,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'email_verified_at', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const path = await createResetLink(tx, keys, { user, now })
  await mailWriter.send(
    tx,
    recipientOf(user),
    recoveryLinkMail(mailWriter, user.locale, { path, kept }),
  )
}
