import {
  assignableTeamRoles,
  includesTeamRole,
  permissionsOfTeamRole,
  type TeamRole,
} from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, NotFound, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { type LogActor, recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { actorForMember } from './actor-for-member.ts'
import { answerForMember } from './change-authors.ts'
import { endInvitationsOfMember } from './end-invitations.ts'
import { endTokensOfMember } from './end-tokens-of-member.ts'
import { hasOtherOwner, lockTeamFor, memberOf } from './membership.ts'
import { teamRoleChangedMail } from './notices.mail.ts'
import { sendTeamMail } from './team-mail.ts'

interface RoleChange {
  teamId: string
  userId: string
  role: TeamRole
}

/**
 * Changes a member's role. Takes effect with their next request. A member who takes away the right to manage webhooks answers
 * for those of the other from then on, as after a removal.
 *
 * @throws Forbidden when either role permits more than that of the acting member, or ValidationError for the last owner
 */
export async function changeMemberRole(
  context: ActionContext,
  actor: Actor,
  { teamId, userId, role }: RoleChange,
): Promise<void> {
  const { db } = context
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'members.change-role')
    const member = await memberOf(tx, teamId, userId)
    if (!member) throw new NotFound()
    if (member.role === role) return
    if (!includesTeamRole(team.role, member.role) || !assignableTeamRoles(team.role).includes(role))
      throw new Forbidden()
    if (member.role === 'owner') await requireOtherOwner(tx, teamId, userId)
    const change = { before: member.role, after: role }
    const log = teamLogActor(teamId, actor)
    const isWider = !includesTeamRole(member.role, role)
    await setMemberRole(tx, log, { userId, role, ...(isWider && { givenBy: log.by }) })
    if (userId !== actor.userId && managesWebhooks(member.role) && !managesWebhooks(role))
      await answerForMember(tx, log, userId)
    await recordTeamEvent(tx, log, 'member.role-changed', { member: userId, ...change })

    const event = { team: teamId, name: team.name, ...change }
    if (userId === actor.userId) return recordEvent(tx, actor, 'team.role-changed', event)
    const memberActor = await actorForMember(tx, actor, userId)
    await recordEvent(tx, actor, 'team.member-changed', event)
    await recordEvent(tx, memberActor, 'team.role-changed', event)
    await sendTeamMail(tx, context, userId, teamRoleChangedMail(team, role))
  })
}

const managesWebhooks = (role: string): boolean =>
  permissionsOfTeamRole(role).includes('webhooks.manage')

/** @throws ValidationError */
export async function requireOtherOwner(tx: Tx, teamId: string, userId: string): Promise<void> {
  if (await hasOtherOwner(tx, teamId, userId)) return
  throw new ValidationError({
    form: 'A team needs an owner. Transfer ownership, or delete the team.',
  })
}

/**
 * Also revokes open invitations, API tokens and ownership offers of the member that the new role no longer permits.
 *
 * @param givenBy  of a wider role; left out, the giver of the one before stays known, so that nobody gets rid of them with a narrower one
 */
export async function setMemberRole(
  tx: Tx,
  log: LogActor,
  { userId, role, givenBy }: Omit<RoleChange, 'teamId'> & { givenBy?: string | null },
): Promise<void> {
  const { teamId, now } = log
  await tx
    .updateTable('team_members')
    .set({
      role,
      ...(givenBy !== undefined && { role_given_by: givenBy, role_given_at: now }),
    })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute()
  const mayInvite = permissionsOfTeamRole(role).includes('members.invite')
  await endInvitationsOfMember(tx, log, userId, {
    roles: mayInvite ? assignableTeamRoles(role) : [],
  })
  await endTokensOfMember(tx, log, { userId, why: 'creator-lowered', role })
  if (role === 'owner') return
  await tx
    .deleteFrom('team_handovers')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute()
}
