import type { TeamRole } from '#app/permissions.ts'
import { actAsOwner, type OperatorContext, type OperatorTarget } from '#app/teams/teams.ts'

import { storeInvitation } from './invite-member.ts'

/** Of services and administrators, as `operatorTeamChanges`. @throws NotFound for an unknown team, or ValidationError */
export function inviteAsOperator(
  context: OperatorContext,
  target: OperatorTarget,
  invited: { email: string; role: TeamRole },
): Promise<void> {
  return actAsOwner(context, target, async (actor) => {
    await storeInvitation(context, actor, target.teamId, invited)
  })
}
