import { assignableTeamRoles, permissionsOfTeamRole } from '#app/permissions.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import type { Membership } from '#app/teams/teams.ts'

import type { TeamInvitationRow } from './pages.ts'

export { readInvitation } from './invitation-checks.ts'
export { inviteAsOperator } from './invite-as-operator.ts'
export { storeInvitation } from './invite-member.ts'
export { revokeTeamInvitation } from './revoke-team-invitation.ts'
export { receivedInvitations } from './received-invitations.ts'

/** The open invitations, and those expired lately, the newest first; null for members who may not invite. */
export async function invitationsOf(
  db: Db,
  { id, role }: Membership,
  now: number,
): Promise<TeamInvitationRow[] | null> {
  if (!permissionsOfTeamRole(role).includes('members.invite')) return null
  const rows = await db
    .selectFrom('team_invitations as invitation')
    .innerJoin('users', 'users.id', 'invitation.user_id')
    .select(['invitation.id', 'invitation.email', 'invitation.role', 'expires_at'])
    .select('users.name as inviter')
    .where('team_id', '=', id)
    .orderBy('invitation.id', 'desc')
    .execute()
  const assignable: readonly string[] = assignableTeamRoles(role)
  return rows.map(({ expires_at, ...row }) => ({
    ...row,
    expiresAt: toIso(expires_at),
    isExpired: expires_at <= now,
    mayChange: assignable.includes(row.role),
  }))
}
