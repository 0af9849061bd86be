import { z } from 'zod'

import type { AccountEvents } from '#app/account-events.ts'
import { features } from '#app/features.ts'
import { revokeOpenLinks } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

export { accountLockedNotice, accountUnlockedNotice } from './notices.mail.ts'

type LockedBy = AccountEvents['account.locked']['by']

/**
 * Blocks all access to an account, ends its sessions, revokes open links and what others could accept from it. The caller has called
 * `lockRowsBeforeAccount`.
 *
 * @returns the number of ended sessions; null when it was locked already
 */
export async function lockAccount(
  tx: Tx,
  context: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  actor: Actor,
  by: LockedBy,
): Promise<number | null> {
  // The update locks the row, so that no sign-in starts a session before endSessions.
  const locked = await tx
    .updateTable('users')
    .set({ locked_at: actor.now })
    .where('id', '=', actor.userId)
    .where('locked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!locked) return null
  await recordEvent(tx, actor, 'account.locked', { by })
  await revokeOpenLinks(tx, context.keys, actor)
  for (const feature of features) await feature.beforeAccountLock?.(tx, context, actor)
  return endSessions(tx, actor, { by, why: 'locked' })
}

/** The caller has called `lockRowsBeforeAccount`. @returns false when it was not locked */
export async function unlockAccount(tx: Tx, actor: Actor, by: LockedBy): Promise<boolean> {
  const unlocked = await tx
    .updateTable('users')
    .set({ locked_at: null })
    .where('id', '=', actor.userId)
    .where('locked_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!unlocked) return false
  await recordEvent(tx, actor, 'account.unlocked', { by })
  for (const feature of features) await feature.afterAccountUnlock?.(tx, actor)
  return true
}

/** Whether the latest lock came from the command line; true when no such event is found. */
export async function isLockedByOperator(tx: Tx, userId: string): Promise<boolean> {
  const lock = await tx
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', userId)
    .where('type', '=', 'account.locked')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lock === undefined || LockEvent.parse(JSON.parse(lock.data)).by === 'operator'
}

const LockEvent = z.object({ by: z.string() })
