import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, type PerformedBy, systemActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'

import { lockTeam } from './membership.ts'

export type OperatorContext = ActionContext & { db: Tx }

/** The team that a service or an administrator changes, and who that is. */
export interface OperatorTarget {
  teamId: string
  performedBy: PerformedBy
  /** Checks the right of an administrator, with their account locked. @throws Forbidden */
  authorize?(): Promise<void>
}

/**
 * An operator or an API token of the team, which are no members, acts as an owner of the team. The logs of the team and of its members
 * name the operator or the token, and the owner finds the change in their own.
 *
 * @param target  with `memberId` for a change of that member, for whom another owner stands in
 * @throws NotFound
 */
export async function actAsOwner<Result>(
  { db, now }: OperatorContext,
  {
    teamId,
    performedBy,
    authorize,
    memberId = null,
  }: OperatorTarget & { memberId?: string | null },
  change: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const team = await lockTeam(db, teamId)
  const owner = await db
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .$if(memberId !== null, (query) =>
      query.orderBy(({ eb }) => eb.case().when('user_id', '=', memberId).then(1).else(0).end()),
    )
    .orderBy('joined_at')
    .orderBy('user_id')
    .executeTakeFirst()
  const administratorId = performedBy.kind === 'administrator' ? performedBy.id : null
  const accountIds = [administratorId, owner?.user_id, memberId].filter((id) => id != null)
  for (const id of accountIds.toSorted()) await lockAccountRow(db, id)
  await authorize?.()
  if (!team || !owner || (team.deletes_at !== null && team.deletes_at <= now)) throw new NotFound()
  return change({ ...systemActor(owner.user_id, now), performedBy })
}
