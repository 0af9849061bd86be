import type { KeptAccess } from '#app/account-takeover/pages.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { firstPasswordLifetimeMs } from '#app/platform/auth/limits.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { inLanguageOf, type MailWriter, recipientOf } from '#app/platform/mail/mail-writer.ts'
import type { RenderedMail } from '#app/platform/mail/render-mail.ts'

import { firstPasswordMail } from './first-password.mail.ts'
import { recoveryLinkMail } from './recovery-link.mail.ts'
import { createResetLink } from './reset-links.ts'
import { resetPasswordMail } from './reset-password.mail.ts'

type Context = Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>
type Recipient = Awaited<ReturnType<typeof findRecipient>>

/** Mails the person for whom an operator created an account a link to set a password. */
export async function sendFirstPasswordLink(
  tx: Tx,
  context: Context,
  userId: string,
): Promise<void> {
  const user = await findRecipient(tx, userId)
  await mailResetLink(tx, context, { user, ttlMs: firstPasswordLifetimeMs }, firstPasswordMail)
}

/** Mails a reset link that somebody else than the owner requested for them. */
export async function sendPasswordLink(tx: Tx, context: Context, actor: Actor): Promise<void> {
  const user = await findRecipient(tx, actor.userId)
  await recordEvent(tx, actor, 'password.reset-requested', { email: user.email })
  const content = { hasPassword: user.password_hash !== null, code: null }
  await mailResetLink(tx, context, { user }, (writer, path) =>
    resetPasswordMail(writer, path, content),
  )
}

/** Mails a reset link without rate limits, so that an attacker's earlier requests cannot block the owner's link. */
export async function sendRecoveryLink(
  tx: Tx,
  context: Context,
  userId: string,
  kept: KeptAccess,
): Promise<void> {
  const user = await findRecipient(tx, userId)
  await mailResetLink(tx, context, { user }, (writer, path) => recoveryLinkMail(writer, path, kept))
}

async function findRecipient(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'email_verified_at', 'password_hash', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** In the language of the account. */
async function mailResetLink(
  tx: Tx,
  { keys, mailWriter, now }: Context,
  { user, ...lifetime }: { user: Recipient; ttlMs?: number },
  mail: (writer: MailWriter, path: string) => RenderedMail,
): Promise<void> {
  const path = await createResetLink(tx, keys, { user, now, ...lifetime })
  await mailWriter.send(tx, recipientOf(user), mail(inLanguageOf(mailWriter, user.locale), path))
}
