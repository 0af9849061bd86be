import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { disableWebhooksAndDomainsOf, teamsWithChangesBy } from './disable-webhooks-and-domains.ts'
import { endInvitationsOfMember } from './end-invitations.ts'
import { lockTeam, teamsOf } from './membership.ts'

/**
 * Ends what others could still use of an account after a takeover or a lock: the invitations that it sent, the offers of an ownership by
 * it or to it, and the webhooks and domains that it made work. At a takeover, the invitations of its tokens end with the tokens.
 *
 * @param by  the account that the logs of the teams name; null for a lock
 */
export async function revokeTeamGrants(
  tx: Tx,
  actor: Actor,
  by: string | null = actor.userId,
): Promise<void> {
  const { userId } = actor
  const teams = await teamsOf(tx, userId)
    .union(teamsWithChangesBy(tx, userId))
    .orderBy('team_id')
    .execute()
  for (const { team_id: teamId } of teams) {
    const team = await lockTeam(tx, teamId)
    if (!team) continue
    const log = { ...teamLogActor(teamId, actor), ...(by === null && { by }) }
    await endInvitationsOfMember(tx, log, userId, { byTokens: true })
    await disableWebhooksAndDomainsOf(tx, log, { userId, team: team.name })
    const withdrawn = await tx
      .deleteFrom('team_handovers')
      .where('team_id', '=', teamId)
      .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('to_user_id', '=', userId)]))
      .returning('team_id')
      .executeTakeFirst()
    if (!withdrawn) continue
    await recordTeamEvent(tx, log, 'handover.withdrawn', {})
    await recordEvent(tx, actor, 'team.handover-withdrawn', { team: teamId, name: team.name })
  }
}
