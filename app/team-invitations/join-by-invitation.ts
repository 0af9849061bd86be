import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'
import { joinTeam, memberOf } from '#app/teams/teams.ts'

/** Joins by an invitation. Of two accepted at the same time, the first makes the account a member. */
export async function joinByInvitation(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  invitation: { id: string; teamId: string; role: string; givenBy: string | null },
): Promise<void> {
  const { id, teamId, role, givenBy } = invitation
  if (!(await memberOf(tx, teamId, actor.userId)))
    return joinTeam(tx, context, actor, { teamId, role, by: { invitation: id }, givenBy })
  await recordTeamEvent(tx, teamLogActor(teamId, actor), 'invitation.ended', { invitation: id })
}
