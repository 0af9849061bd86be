import { keepAccount } from '#app/account-deletion/account-deletion.ts'
import { features, takeovers } from '#app/features.ts'
import { hasPasskey } from '#app/passkeys/passkeys.ts'
import { keepPreviousPassword, sendRecoveryLink } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import { revokeMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { notifyOfSecurity, sendNoticeCopies } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { forgetDevices } from '#app/platform/sessions/known-devices.ts'

import { accountSecuredNotice } from './account-secured.mail.ts'
import type { KeptAccess } from './pages.ts'

interface TakeoverOptions {
  /**
   * The undo link that led here, if any. Older undo links stay valid: they lead to earlier addresses, and
   * the user of this one must not lock out an earlier owner.
   */
  usedUndoTokenId: string | null
  /** Whether the account's address is the one that reported the takeover. */
  reachesReporter: boolean
}

/**
 * Revokes all access, cancels a pending deletion and mails the account's address a recovery link. The caller has called
 * `lockRowsBeforeAccount`.
 */
export async function secureAccount(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { usedUndoTokenId, reachesReporter }: TakeoverOptions,
): Promise<KeptAccess> {
  const { userId } = actor
  await keepAccount(tx, actor, 'link')
  const sessions = await endSessions(tx, actor, { by: 'person', why: 'not-me' })
  await keepPreviousPassword(tx, context, userId)
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  await revokeLinks(tx, userId, usedUndoTokenId)
  for (const { revert } of takeovers)
    await revert(tx, context, actor, { ids: 'every', keepsOlder: !reachesReporter })
  for (const feature of features)
    await feature.revokeGrants?.(tx, context, actor, { isProven: reachesReporter })
  await forgetDevices(tx, userId)
  const kept = await keptAccess(tx, context, actor)
  await sendNoticeCopies(tx, context, actor, accountSecuredNotice())
  await sendRecoveryLink(tx, context, userId, kept)
  await recordEvent(tx, actor, 'not-me.reported', { sessions })
  await notifyOfSecurity(tx, actor, accountSecuredNotice())
  return kept
}

async function revokeLinks(tx: Tx, userId: string, usedUndoTokenId: string | null): Promise<void> {
  await revokeMailedCodes(tx, userId)
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb('purpose', '!=', 'email-change-undo'),
        ...(usedUndoTokenId === null ? [] : [eb('id', '>=', usedUndoTokenId)]),
      ]),
    )
    .execute()
}

async function keptAccess(tx: Tx, { config }: ActionContext, { userId }: Actor) {
  if (await hasPasskey(tx, userId)) return 'passkeys'
  return config.requireTwoFactor && (await hasSecondFactor(tx, userId)) ? 'two-factor' : null
}
