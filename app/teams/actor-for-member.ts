import { type Actor, systemActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'

/**
 * An actor for another member's log. It carries no client data of the acting member and names them, or the operator, in `performedBy`. Locks both
 * accounts in id order to prevent deadlocks.
 */
export async function actorForMember(tx: Tx, actor: Actor, userId: string): Promise<Actor> {
  for (const id of [actor.userId, userId].toSorted()) await lockAccountRow(tx, id)
  return {
    ...systemActor(userId, actor.now),
    performedBy: actor.performedBy ?? {
      kind: 'team-member',
      id: actor.userId,
      name: await accountName(tx, actor.userId),
      reason: null,
    },
  }
}

export async function accountName(tx: Tx, userId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}
