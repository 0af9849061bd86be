import { teamRoleNames } from '#app/permissions.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { notify } from '#app/platform/notifications/notify.ts'
import { type LogActor, recordTeamEvent } from '#app/team-log/team-log.ts'

import { teamsWithChangesBy } from './change-authors.ts'
import { setMemberRole } from './change-member-role.ts'
import { deleteTeamRow } from './delete-team.ts'
import { disableWebhooksAndDomainsOfLocked } from './disable-webhooks-and-domains.ts'
import { endInvitationsOfMember, endInvitationsToAddresses } from './end-invitations.ts'
import { endTokensOfMember } from './end-tokens-of-member.ts'
import { lockTeam, memberOf, teamsOf } from './membership.ts'

/** Locks the teams of an account, and those that it changed or that invited one of its addresses, in the order of locks. */
export async function lockTeamsOfAccount(tx: Tx, userId: string): Promise<void> {
  const primary = tx.selectFrom('users').select('email_key').where('id', '=', userId)
  const additional = tx
    .selectFrom('additional_addresses')
    .select('email_key')
    .where('user_id', '=', userId)
  const inviting = tx
    .selectFrom('team_invitations')
    .select('team_id')
    .where('email_key', 'in', primary.unionAll(additional))
  const teams = await teamsOf(tx, userId)
    .union(inviting)
    .union(teamsWithChangesBy(tx, userId))
    .orderBy('team_id')
    .execute()
  for (const { team_id } of teams) await lockTeam(tx, team_id)
}

/**
 * Deletes invitations to the addresses of an erased account; the team's log keeps its id. If it was the last owner, which the operator
 * can erase, the member with the widest role becomes owner, the longest-standing of several. A locked owner is still one.
 */
export async function leaveTeamsOfErasedAccount(
  tx: Tx,
  { userId, emailKeys, now }: { userId: string; emailKeys: readonly string[]; now: number },
): Promise<void> {
  const inviting = tx
    .selectFrom('team_invitations')
    .select('team_id')
    .where('email_key', 'in', emailKeys)
  const teams = await teamsOf(tx, userId)
    .union(inviting)
    .union(teamsWithChangesBy(tx, userId))
    .orderBy('team_id')
    .execute()
  for (const { team_id: teamId } of teams) {
    await lockTeam(tx, teamId)
    const log = { teamId, by: null, now }
    await disableWebhooksAndDomainsOfLocked(tx, { teamId, userId, now })
    await endInvitationsToAddresses(tx, log, emailKeys)
    const member = await memberOf(tx, teamId, userId)
    if (!member) continue
    await leaveTeamErased(tx, log, userId)
    if (member.role === 'owner' && !(await hasOwner(tx, teamId)))
      await appointOwner(tx, teamId, now)
  }
}

async function leaveTeamErased(tx: Tx, log: LogActor, userId: string): Promise<void> {
  const { teamId } = log
  await endInvitationsOfMember(tx, log, userId)
  await endTokensOfMember(tx, log, { userId, why: 'creator-left' })
  await recordTeamEvent(tx, log, 'member.left', { member: userId, why: 'erased' })
  await tx
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute()
}

async function hasOwner(tx: Tx, teamId: string): Promise<boolean> {
  const owner = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

async function appointOwner(tx: Tx, teamId: string, now: number): Promise<void> {
  const members = await tx
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'team_members.role', 'teams.name'])
    .select(({ eb, and }) =>
      and([eb('locked_at', 'is', null), eb('leaves_at', 'is', null)]).as('stays'),
    )
    .where('team_id', '=', teamId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()
  const staying = members.filter(({ stays }) => stays)
  const candidates = staying.length > 0 ? staying : members
  const successor = teamRoleNames
    .flatMap((role) => candidates.find((member) => member.role === role) ?? [])
    .at(0)
  if (!successor) return deleteTeamRow(tx, teamId, now)
  const { user_id: userId, role: before, name } = successor
  const change = { before, after: 'owner' }
  const log = { teamId, by: null, now }
  await setMemberRole(tx, log, { userId, role: 'owner' })
  await recordTeamEvent(tx, log, 'member.role-changed', {
    member: userId,
    ...change,
  })
  const actor = systemActor(userId, now)
  await recordEvent(tx, actor, 'team.role-changed', { team: teamId, name, ...change })
  await notify(tx, actor, { type: 'team-became-owner', data: { team: name } })
}
