import { lockRowsBeforeAccount } from '#app/features.ts'
import { permissionsOfRole, type RolePermission } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, administratorActor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { Forbidden, NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { readOnlyReason } from './account-page.ts'

/** The account that an administrator changes, and the reason, which its owner sees. */
export interface Target {
  userId: string
  reason: string
}

export interface AdministratorChange {
  context: ActionContext & { db: Tx }
  /** The administrator as an actor on the account. Its log gets their name and reason, but not their client. */
  actor: Actor
  /** The administrator's own permissions. */
  permissions: readonly RolePermission[]
}

/**
 * Changes an account in one transaction that locks both accounts, in the same order for everyone, and checks the right to it again:
 * the administrator may have lost the role or the session since the request was let in, and the account may have got a role. Of two
 * administrators who lock, delete or demote each other, one stays.
 *
 * @param permission  that of the route
 * @throws NotFound or Forbidden
 */
export async function changeAccountAsAdministrator(
  context: ActionContext,
  { administrator, permission }: { administrator: CurrentSession; permission: unknown },
  target: Target,
  change: (change: AdministratorChange) => Promise<unknown>,
): Promise<void> {
  const { user_id: administratorId, name } = administrator
  const { userId, reason } = target
  await inTransaction(context.db, async (tx) => {
    await lockRowsBeforeAccount(tx, userId)
    for (const id of [userId, administratorId].toSorted()) await lockAccountRow(tx, id)
    const role = await currentRole(tx, context, administrator)
    const permissions = permissionsOfRole(role)
    if (!permissions.some((it) => it === permission)) throw new Forbidden()
    await requireChangeable(tx, { user_id: administratorId, role }, userId)
    const actor = administratorActor(userId, { id: administratorId, name, reason }, context.now)
    await change({ context: { ...context, db: tx }, actor, permissions })
  })
}

/**
 * @throws NotFound
 * @throws Forbidden for the administrator's own account, and for one with a role that permits more than that of the administrator
 */
export async function requireChangeable(
  db: Db,
  administrator: Pick<CurrentSession, 'user_id' | 'role'>,
  userId: string,
): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new NotFound()
  if (readOnlyReason(administrator, account) !== null) throw new Forbidden()
}

/** @throws Forbidden when the session has ended */
export async function currentRole(
  tx: Tx,
  { now }: Pick<ActionContext, 'now'>,
  { session_id }: CurrentSession,
): Promise<string | null> {
  const current = await liveSessions(tx, now)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.role')
    .where('sessions.id', '=', session_id)
    .where('locked_at', 'is', null)
    .where('leaves_at', 'is', null)
    .executeTakeFirst()
  if (!current) throw new Forbidden()
  return current.role
}
