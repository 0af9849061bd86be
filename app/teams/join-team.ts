import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { Gone } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { lockTeam } from './membership.ts'
import { teamJoinedNotice } from './notices.mail.ts'
import { notifyOwners } from './notify-owners.ts'
import { requireFreeSeat } from './seat-limit.ts'

interface NewMember {
  teamId: string
  role: string
  by: { invitation: string } | { domain: string }
  /** The account that invited the member, or made the domain work; null when that is not known. */
  givenBy: string | null
}

/**
 * Makes the account a member. Open invitations keep their seats when somebody joins by a domain. @throws Gone, or
 * ValidationError without a free seat
 */
export async function joinTeam(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { teamId, role, by, givenBy }: NewMember,
): Promise<void> {
  const { now } = context
  const team = await lockTeam(tx, teamId)
  if (!team) throw new Gone()
  await requireFreeSeat(context, tx, team, { withInvitations: 'domain' in by })
  await tx
    .insertInto('team_members')
    .values({
      team_id: teamId,
      user_id: actor.userId,
      role,
      joined_at: now,
      role_given_by: givenBy,
      role_given_at: now,
    })
    .execute()
  const log = teamLogActor(teamId, actor)
  await tx
    .deleteFrom('team_removals')
    .where('team_id', '=', teamId)
    .where('user_id', '=', actor.userId)
    .execute()
  await recordTeamEvent(tx, log, 'member.joined', { member: actor.userId, role, ...by })
  await recordEvent(tx, actor, 'team.joined', { team: teamId, name: team.name, role })
  await sendSecurityNotice(tx, context, actor, teamJoinedNotice(team))
  await notifyOwners(tx, log, { type: 'team-member-joined', team: team.name })
}
