import { removeAdditionalAddresses } from '#app/email-addresses/email-addresses.ts'
import { features } from '#app/features.ts'
import { hasPasskey, removePasskeys } from '#app/passkeys/passkeys.ts'
import { createResetLink, keepPreviousPassword } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { additionalAddresses } from '#app/platform/auth/email-owner.ts'
import { hasApiAccess } from '#app/platform/auth/has-api-access.ts'
import { revokeMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import { revokeTokens } from '#app/platform/auth/one-time-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { forgetDevices } from '#app/platform/sessions/known-devices.ts'
import { hasLinkedAccount, removeLinkedAccounts } from '#app/providers/providers.ts'
import { removeTwoFactor } from '#app/two-factor/two-factor.ts'

import type { AccessKind } from './pages.ts'

/** The ways into the account beside the mailbox of its address. */
export async function otherAccess(
  db: Db,
  { userId, now }: { userId: string; now: number },
): Promise<AccessKind[]> {
  const user = await db
    .selectFrom('users')
    .select(['password_hash', 'two_factor_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const session = await liveSessions(db, now)
    .select('sessions.id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const exists: [AccessKind, boolean][] = [
    ['password', user.password_hash !== null],
    ['passkeys', await hasPasskey(db, userId)],
    ['linked-accounts', await hasLinkedAccount(db, userId)],
    ['email-addresses', (await additionalAddresses(db, userId)).length > 0],
    ['two-factor', user.two_factor_enabled_at !== null],
    ['sessions', session !== undefined],
    ['tokens', await hasTokens(db, userId)],
  ]
  return exists.flatMap(([kind, isThere]) => (isThere ? kind : []))
}

async function hasTokens(db: Db, userId: string): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(hasApiAccess(features, db, userId).as('found'))
    .executeTakeFirstOrThrow()
  return Boolean(found)
}

/**
 * Removes every way into the account but the mailbox of its address, all mailed links included. The caller has called
 * `lockRowsBeforeAccount`.
 *
 * @returns the path of a link to choose a new password
 */
export async function removeOtherAccess(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
): Promise<string> {
  const { userId, now } = actor
  await keepPreviousPassword(tx, context, userId)
  const user = await tx
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .returning(['id', 'email_key'])
    .executeTakeFirstOrThrow()
  const sessions = await endSessions(tx, actor, { by: 'person', why: 'access-removed' })
  await removePasskeys(tx, actor, 'every')
  await removeLinkedAccounts(tx, context, actor, 'every')
  await removeAdditionalAddresses(tx, actor, 'every')
  await removeTwoFactor(tx, actor)
  for (const { access } of features) await access?.revokeAll(tx, actor, 'access-removed')
  for (const feature of features) await feature.revokeGrants?.(tx, context, actor)
  await revokeTokens(tx, userId, 'every')
  await revokeMailedCodes(tx, userId)
  await forgetDevices(tx, userId)
  await recordEvent(tx, actor, 'access.removed', { sessions })
  return createResetLink(tx, context.keys, { user, now })
}
