import { assignableTeamRoles } from '#app/permissions.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { Forbidden, NotFound, ValidationError } from '#app/platform/errors.ts'
import { type Membership, memberOf } from '#app/teams/teams.ts'

export function requireAssignableRole(team: Membership, role: string): void {
  if (!assignableTeamRoles(team.role).some((name) => name === role)) throw new Forbidden()
}

export function requireTeamNotDeleted({ deletes_at }: Pick<Membership, 'deletes_at'>): void {
  if (deletes_at === null) return
  throw new ValidationError({
    form: 'This team is about to be deleted. Cancel the deletion first.',
  })
}

/** Checks only the address that members see of each other. Whose the others are is not revealed to somebody who invites. */
export async function requireNotMember(
  db: Db,
  { id: teamId }: Pick<Membership, 'id'>,
  { key, field }: { key: string; field: 'email' | 'form' },
): Promise<void> {
  const owner = await emailOwner(db, key)
  if (owner?.isPrimary && (await memberOf(db, teamId, owner.id)))
    throw new ValidationError({ [field]: 'This address belongs to a member of the team.' })
}

export async function requireNotInvited(
  db: Db,
  { id: teamId }: Pick<Membership, 'id'>,
  { key, now }: { key: string; now: number },
): Promise<void> {
  const open = await db
    .selectFrom('team_invitations')
    .select('id')
    .where('team_id', '=', teamId)
    .where('email_key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (open)
    throw new ValidationError({
      email: 'This address is already invited. Resend the invitation below.',
    })
}

export async function readInvitation(
  db: Db,
  teamId: string,
  id: string,
): Promise<{ email: string; role: string; expires_at: number }> {
  const invitation = await db
    .selectFrom('team_invitations')
    .select(['email', 'role', 'expires_at'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  if (!invitation) throw new NotFound()
  return invitation
}
