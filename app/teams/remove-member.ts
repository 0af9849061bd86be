import { includesTeamRole } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { additionalAddresses } from '#app/platform/auth/email-owner.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, NotFound } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { type LogActor, recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { actorForMember } from './actor-for-member.ts'
import { answerForMember } from './change-authors.ts'
import { requireOtherOwner } from './change-member-role.ts'
import { endInvitationsOfMember, endInvitationsToAddresses } from './end-invitations.ts'
import { endTokensOfMember } from './end-tokens-of-member.ts'
import { lockTeamFor, memberOf } from './membership.ts'
import { removedFromTeamMail } from './notices.mail.ts'
import { notifyOwners } from './notify-owners.ts'
import { sendTeamMail } from './team-mail.ts'

/**
 * Removes a member. The one who removes them answers for their webhooks and domains from then on, which somebody who leaves does not
 * get rid of.
 *
 * @throws Forbidden for a member whose role permits more than that of the acting one, or ValidationError for the last owner
 */
export async function removeMember(
  context: ActionContext,
  actor: Actor,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> {
  const { db, now } = context
  if (userId === actor.userId) return leaveTeam(context, actor, teamId)
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'members.remove')
    const member = await memberOf(tx, teamId, userId)
    if (!member) throw new NotFound()
    if (!includesTeamRole(team.role, member.role)) throw new Forbidden()
    if (member.role === 'owner') await requireOtherOwner(tx, teamId, userId)
    const memberActor = await actorForMember(tx, actor, userId)
    const log = teamLogActor(teamId, actor)
    await deleteMembership(tx, log, userId)
    await answerForMember(tx, log, userId)
    await tx
      .insertInto('team_removals')
      .values({ team_id: teamId, user_id: userId, removed_at: now })
      .execute()
    await recordTeamEvent(tx, log, 'member.left', { member: userId, why: 'removed' })
    const event = { team: teamId, name: team.name }
    await recordEvent(tx, actor, 'team.member-removed', event)
    await recordEvent(tx, memberActor, 'team.left', { ...event, why: 'removed' })
    await sendTeamMail(tx, context, userId, removedFromTeamMail(team))
  })
}

/** Leaves the team, which needs no permission. @throws ValidationError for the last owner */
export async function leaveTeam(
  { db }: Pick<ActionContext, 'db'>,
  actor: Actor,
  teamId: string,
): Promise<void> {
  const { userId } = actor
  await inTransaction(db, async (tx) => {
    const { name, role } = await lockTeamFor(tx, actor, teamId, 'membership')
    if (role === 'owner') await requireOtherOwner(tx, teamId, userId)
    const log = teamLogActor(teamId, actor)
    await deleteMembership(tx, log, userId)
    await recordTeamEvent(tx, log, 'member.left', { member: userId, why: 'left' })
    await recordEvent(tx, actor, 'team.left', { team: teamId, name, why: 'left' })
    await notifyOwners(tx, log, { type: 'team-member-left', team: name })
  })
}

/** Invitations from them and to them and tokens by them end, and by foreign key an offer of the ownership. */
async function deleteMembership(tx: Tx, log: LogActor, userId: string): Promise<void> {
  await endInvitationsOfMember(tx, log, userId)
  await endTokensOfMember(tx, log, { userId, why: 'creator-left' })
  await tx
    .deleteFrom('team_members')
    .where('team_id', '=', log.teamId)
    .where('user_id', '=', userId)
    .execute()
  const { email_key } = await tx
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const others = await additionalAddresses(tx, userId)
  const keys = [email_key, ...others.map(({ email }) => emailKey(email))]
  await endInvitationsToAddresses(tx, log, keys)
}
