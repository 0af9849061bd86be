import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, systemActor } from '#app/platform/actor.ts'
import { Forbidden, NotFound } from '#app/platform/errors.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { readOnlyReason } from './account-page.ts'

/** The account that an administrator changes, and the reason, which its owner sees. */
export interface Target {
  userId: string
  reason: string
}

/**
 * The administrator as actor on the account of another, whose log records name and reason, but not the client.
 *
 * @throws NotFound
 * @throws Forbidden for the administrator's own account, and for one with a role without the permission to assign roles
 */
export async function administratorActor(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  administrator: CurrentSession,
  { userId, reason }: Target,
): Promise<Actor> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new NotFound()
  if (readOnlyReason(administrator, account) !== null) throw new Forbidden()
  const { user_id: id, name } = administrator
  const performedBy = { kind: 'administrator', id, name, reason } as const
  return { ...systemActor(userId, now), performedBy }
}
