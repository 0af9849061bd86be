import { msg } from '@foyer/i18n'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import { maxPasskeys } from './limits.ts'
import { passkeyAddedNotice, securityKeyAddedNotice } from './notices.mail.ts'
import type { Attestation } from './passkey-forms.ts'
import { type RegistrationFlow, storePasskey, verifyNewPasskey } from './store-passkey.ts'

/**
 * Adds a passkey or security key. With REQUIRE_TWO_FACTOR, the account's first second factor ends its other sessions, which were opened with
 * a password alone.
 *
 * @throws ValidationError when verification fails, the passkey is already registered, or the account has too many
 */
export async function registerPasskey(
  context: ActionContext,
  actor: SessionActor,
  { credential, name }: { credential: Attestation; name: string },
  { requireTwoFactor, ...flow }: RegistrationFlow & { requireTwoFactor: boolean },
): Promise<{ id: string; name: string }> {
  const passkey = await verifyNewPasskey(context, credential, flow)
  const { isAutomatic, secondFactorOnly } = passkey

  return inTransaction(context.db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    const id = await storePasskey(tx, actor, passkey, name)
    // Counted after `recordEvent`, which locks the account.
    const count = await countPasskeys(tx, actor.userId)
    if (count > maxPasskeys) throw tooManyPasskeys()
    if (requireTwoFactor && count === 1 && user?.two_factor_enabled_at === null) {
      await endSessions(tx, actor, { by: 'other-session', why: 'two-factor' }, actor.sessionId)
    }
    const notice = secondFactorOnly
      ? securityKeyAddedNotice(name)
      : passkeyAddedNotice(name, isAutomatic)
    await sendSecurityNotice(tx, context, actor, notice)
    return { id, name }
  })
}

async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  return countRows(tx.selectFrom('passkeys').where('user_id', '=', userId))
}

function tooManyPasskeys(): ValidationError {
  return new ValidationError({
    credential: msg(
      "You've reached the limit of {most} passkeys. Remove one you don't use first.",
      {
        most: maxPasskeys,
      },
    ),
  })
}
