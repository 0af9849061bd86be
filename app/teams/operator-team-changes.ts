import { msg } from '@foyer/i18n'

import type { TeamRole } from '#app/permissions.ts'
import { type Actor, type PerformedBy, systemActor } from '#app/platform/actor.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { actAsOwner, type OperatorContext, type OperatorTarget } from './act-as-owner.ts'
import { changeMemberRole } from './change-member-role.ts'
import { createTeam } from './create-team.ts'
import { cancelTeamDeletion, requestTeamDeletion } from './delete-team.ts'
import { removeMember } from './remove-member.ts'
import { updateTeam } from './update-team.ts'

/** The changes that services and administrators can make. Each throws NotFound for an unknown team, and the errors of the change itself. */
export const operatorTeamChanges = {
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
    actAsOwner(context, target, (actor) => updateTeam(context, actor, target.teamId, form)),

  changeRole: (
    context: OperatorContext,
    target: OperatorTarget,
    { userId, role }: { userId: string; role: TeamRole },
  ) =>
    actAsOwner(context, { ...target, memberId: userId }, (actor) =>
      changeMemberRole(context, actor, { teamId: target.teamId, userId, role }),
    ),

  removeMember: (context: OperatorContext, target: OperatorTarget, userId: string) =>
    actAsOwner(context, { ...target, memberId: userId }, (actor) =>
      removeMember(context, actor, { teamId: target.teamId, userId }),
    ),

  delete: (context: OperatorContext, target: OperatorTarget) =>
    actAsOwner(context, target, (actor) =>
      requestTeamDeletion(context, actor, target.teamId, null),
    ),

  cancelDeletion: (context: OperatorContext, target: OperatorTarget) =>
    actAsOwner(context, target, (actor) => cancelTeamDeletion(context, actor, target.teamId)),

  /** Sets the limit. Nobody is removed from a team with more members. @param after  null takes the limit of the settings */
  setSeatLimit: (context: OperatorContext, target: OperatorTarget, after: number | null) =>
    actAsOwner(context, target, (actor) => setSeatLimit(context, actor, target.teamId, after)),
}

interface TeamAttributes {
  name: string
  slug: string
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
