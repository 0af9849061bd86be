import { msg } from '@foyer/i18n'

import { teamRoleNames } from '#app/permissions.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { notify } from '#app/platform/notifications/notify.ts'

import { setRole } from './change-member-role.ts'
import { deleteTeamRow } from './delete-team.ts'
import { hasOtherOwner, lockTeam } from './membership.ts'
import { recordTeamEvent } from './record-team-event.ts'

/**
 * Rejects the deletion of an account while it is the only owner of a team. Locks the teams, so that two owners cannot leave at
 * the same time.
 *
 * @throws ValidationError
 */
export async function requireNoOrphans(tx: Tx, userId: string): Promise<void> {
  const owned = await tx
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('team_id')
    .execute()
  const names: string[] = []
  for (const { team_id } of owned) {
    const team = await lockTeam(tx, team_id)
    if (team?.deletes_at === null && !(await hasOtherOwner(tx, team_id, userId)))
      names.push(team.name)
  }
  if (names.length === 0) return
  throw new ValidationError({
    confirmation: msg(
      "You're the only owner of {teams}. Transfer or delete each of these teams first.",
      { teams: names.join(', ') },
    ),
  })
}

/**
 * Deletes invitations to the addresses of an erased account; the team's log keeps its id. If the operator erases the last owner,
 * the member with the widest role becomes owner, the longest-standing of several.
 */
export async function leaveErased(
  tx: Tx,
  { userId, emailKeys, now }: { userId: string; emailKeys: readonly string[]; now: number },
): Promise<void> {
  const memberships = await tx
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', userId)
    .orderBy('team_id')
    .execute()
  for (const { team_id: teamId } of memberships) {
    await lockTeam(tx, teamId)
    const log = { teamId, by: null, now }
    await recordTeamEvent(tx, log, 'member.left', { member: userId, why: 'erased' })
    await tx
      .deleteFrom('team_members')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .execute()
    if (!(await hasOtherOwner(tx, teamId, userId))) await appointOwner(tx, teamId, now)
  }
  await tx.deleteFrom('team_invitations').where('email_key', 'in', emailKeys).execute()
}

async function appointOwner(tx: Tx, teamId: string, now: number): Promise<void> {
  const members = await tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['user_id', 'role', 'name'])
    .where('team_id', '=', teamId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()
  const successor = teamRoleNames
    .flatMap((role) => members.find((member) => member.role === role) ?? [])
    .at(0)
  if (!successor) return deleteTeamRow(tx, teamId, now)
  const { user_id: userId, role: before, name } = successor
  if (before === 'owner') return
  const change = { before, after: 'owner' }
  await setRole(tx, { teamId, userId, role: 'owner' })
  await recordTeamEvent(tx, { teamId, by: null, now }, 'member.role-changed', {
    member: userId,
    ...change,
  })
  const actor = { userId, sessionId: null, ip: null, userAgent: null, now }
  await recordEvent(tx, actor, 'team.role-changed', { team: teamId, name, ...change })
  await notify(tx, actor, { type: 'team-became-owner', data: { team: name } })
}
