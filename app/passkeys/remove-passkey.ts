import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotFound } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { passkeyRemovedNotice } from './notices.mail.ts'

/**
 * @throws NotFound when the account has no such passkey, whoever else has
 * @param requireTwoFactor  whether the account must have a second factor afterwards
 * @throws Invalid when nothing would be left to sign in with, or no second factor where it must have one
 */
export async function removePasskey(
  context: ActionContext,
  actor: Actor,
  passkey: string,
  { requireTwoFactor }: { requireTwoFactor: boolean },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkey)
      .where('user_id', '=', actor.userId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new NotFound()

    await recordEvent(tx, actor, 'passkey.removed', { passkey, name: removed.name })
    // After `record`, which lets one change of the account at a time through: of the last two, one stays.
    if (!(await canStillSignIn(tx, actor.userId)))
      throw new ValidationError({ passkey: lastSignInMethodMessage })
    if (requireTwoFactor && !(await hasSecondFactor(tx, actor.userId))) {
      throw new ValidationError({ passkey: lastFactorMessage })
    }
    await sendSecurityNotice(tx, context, actor, passkeyRemovedNotice(removed.name))
  })
}

const lastSignInMethodMessage =
  'This is your only way to sign in. Set a password or add another passkey first, then remove this one.'

const lastFactorMessage =
  'Everyone here needs a second factor. Add another passkey or turn on two-factor first, then remove this one.'

async function canStillSignIn(tx: Tx, userId: string): Promise<boolean> {
  const { password_hash } = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (password_hash !== null) return true
  const passkey = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}
