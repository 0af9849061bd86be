import { msg } from '@foyer/i18n'

import type { TeamRole } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, type PerformedBy, systemActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'

import { changeMemberRole } from './change-member-role.ts'
import { createTeam } from './create-team.ts'
import { cancelTeamDeletion, requestTeamDeletion } from './delete-team.ts'
import { inviteMember } from './invite-member.ts'
import { lockTeam } from './membership.ts'
import { recordTeamEvent, teamLogActor } from './record-team-event.ts'
import { removeMember } from './remove-member.ts'
import { updateTeam } from './update-team.ts'

type OperatorContext = ActionContext & { db: Tx }

/** The team that a service or an administrator changes, and who that is. */
export interface OperatorTarget {
  teamId: string
  performedBy: PerformedBy
  /** Checks the right of an administrator, with their account locked. @throws Forbidden */
  authorize?(): Promise<void>
}

/** The changes that services and administrators can make. Each throws NotFound for an unknown team, and the errors of the change itself. */
export const teamChanges = {
  /** @returns the id @throws ValidationError for an unknown owner */
  async create(
    context: OperatorContext,
    performedBy: PerformedBy,
    { owner, ...form }: TeamAttributes & { owner: string },
  ): Promise<string> {
    const account = await context.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', owner)
      .executeTakeFirst()
    if (!account) throw new ValidationError({ owner: msg('There is no such account.') })
    return createTeam(context, { ...systemActor(owner, context.now), performedBy }, form)
  },

  update: (context: OperatorContext, target: OperatorTarget, form: TeamAttributes) =>
    asOwner(context, target, (actor) => updateTeam(context, actor, target.teamId, form)),

  invite: (
    context: OperatorContext,
    target: OperatorTarget,
    invited: { email: string; role: TeamRole },
  ) =>
    asOwner(context, target, async (actor) => {
      await inviteMember(context, actor, target.teamId, invited)
    }),

  changeRole: (
    context: OperatorContext,
    target: OperatorTarget,
    { userId, role }: { userId: string; role: TeamRole },
  ) =>
    asOwner(context, { ...target, userId }, (actor) =>
      changeMemberRole(context, actor, { teamId: target.teamId, userId, role }),
    ),

  removeMember: (context: OperatorContext, target: OperatorTarget, userId: string) =>
    asOwner(context, { ...target, userId }, (actor) =>
      removeMember(context, actor, { teamId: target.teamId, userId }),
    ),

  delete: (context: OperatorContext, target: OperatorTarget) =>
    asOwner(context, target, (actor) => requestTeamDeletion(context, actor, target.teamId, null)),

  keep: (context: OperatorContext, target: OperatorTarget) =>
    asOwner(context, target, (actor) => cancelTeamDeletion(context, actor, target.teamId)),

  /** Nobody is removed from a team with more members. @param after  null takes the limit of the settings */
  setSeatLimit: (context: OperatorContext, target: OperatorTarget, after: number | null) =>
    asOwner(context, target, (actor) => setSeatLimit(context, actor, target.teamId, after)),
}

interface TeamAttributes {
  name: string
  slug: string
}

/**
 * An operator or an API token of the team, which are no members, acts as an owner of the team. The logs of the team and of its members
 * name the operator or the token, and the owner finds the change in their own.
 *
 * @param target  with `userId` for a change of that member, for whom another owner stands in
 * @throws NotFound
 */
export async function asOwner<Result>(
  { db, now }: OperatorContext,
  { teamId, performedBy, authorize, userId = '' }: OperatorTarget & { userId?: string },
  change: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const team = await lockTeam(db, teamId)
  const owner = await db
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .orderBy(({ eb }) => eb.case().when('user_id', '=', userId).then(1).else(0).end())
    .orderBy('joined_at')
    .orderBy('user_id')
    .executeTakeFirst()
  const accounts = [performedBy.id, owner?.user_id ?? '', userId].filter(Boolean)
  for (const id of accounts.toSorted()) await lockAccountRow(db, id)
  await authorize?.()
  if (!team || !owner || (team.deletes_at !== null && team.deletes_at <= now)) throw new NotFound()
  return change({ ...systemActor(owner.user_id, now), performedBy })
}

async function setSeatLimit(
  { db }: OperatorContext,
  actor: Actor,
  teamId: string,
  after: number | null,
): Promise<void> {
  const { seat_limit: before } = await db
    .selectFrom('teams')
    .select('seat_limit')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  if (before === after) return
  await db.updateTable('teams').set({ seat_limit: after }).where('id', '=', teamId).execute()
  const log = teamLogActor(teamId, actor)
  await recordTeamEvent(db, log, 'team.seat-limit-changed', { before, after })
}
