import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { appRemovedNotice } from './notices.mail.ts'

/**
 * Removes the authenticator app; two-factor stays on with the account's passkeys and security keys.
 *
 * @throws NotFound without an app
 * @throws ValidationError when it is the only second factor
 */
export async function removeAuthenticatorApp(context: ActionContext, actor: Actor): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    if (!user?.two_factor_secret_sealed) throw new NotFound()
    await deleteAuthenticatorApp(tx, context, actor)
    if (!(await hasSecondFactor(tx, actor.userId)))
      throw new ValidationError({ authenticator_app: onlyFactorMessage })
  })
}

const onlyFactorMessage =
  'This app is your only second factor. Add a passkey or a security key first, or turn two-factor authentication off.'

/** The caller has locked the account's row. */
export async function deleteAuthenticatorApp(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      two_factor_secret_sealed: null,
      two_factor_app_added_at: null,
      two_factor_last_step: null,
    })
    .where('id', '=', actor.userId)
    .execute()
  await recordEvent(tx, actor, 'authenticator-app.removed', {})
  await sendSecurityNotice(tx, context, actor, appRemovedNotice())
}
