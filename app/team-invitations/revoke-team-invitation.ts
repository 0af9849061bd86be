import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'
import { lockTeamFor } from '#app/teams/teams.ts'

import { readInvitation, requireAssignableRole } from './invitation-checks.ts'

/** @throws NotFound, or Forbidden for a role that the acting member may not give */
export async function revokeTeamInvitation(
  { db }: Pick<ActionContext, 'db'>,
  actor: Actor,
  { teamId, id }: { teamId: string; id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'members.invite')
    const { role } = await readInvitation(tx, teamId, id)
    requireAssignableRole(team, role)
    await tx
      .deleteFrom('team_invitations')
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .execute()
    const log = teamLogActor(teamId, actor)
    await recordTeamEvent(tx, log, 'invitation.revoked', { invitation: id })
    const event = { team: teamId, name: team.name }
    await recordEvent(tx, actor, 'team.invitation-revoked', event)
  })
}
