import type { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginate, type PageQuery } from '#app/platform/validation/api-schemas.ts'
import { readTeamForOperator, listTeamMembersForOperator } from '#app/teams/teams.ts'

import type { Team } from './api-schemas.ts'
import type { TeamToken } from './find-team-token.ts'

type Services = Pick<ActionContext, 'db' | 'config' | 'now'>
type Page = z.output<typeof PageQuery>

/** @throws NotFound when the team was erased meanwhile */
export async function readTeam(
  services: Services,
  { teamId, name, permissions }: TeamToken,
): Promise<z.output<typeof Team>> {
  const team = await readTeamForOperator(services, teamId)
  return {
    id: team.id,
    name: team.name,
    slug: team.slug,
    member_count: team.memberCount,
    seats: team.seats,
    erased_at: toIso(team.deletes_at),
    created_at: toIso(team.created_at),
    token: { name, permissions },
  }
}

/** The members as on their page: addresses are for those who invite. */
export async function listMembers(
  { db }: Services,
  { teamId, permissions }: TeamToken,
  { cursor, limit }: Page,
) {
  const seesAddresses = permissions.includes('members.invite')
  const rows = await listTeamMembersForOperator(db, teamId, { cursor, limit: limit + 1 })
  return paginate(rows, limit, ({ joined_at, email, ...member }) => ({
    ...member,
    email: seesAddresses ? email : null,
    joined_at: toIso(joined_at),
  }))
}

export async function listInvitations(
  { db, now }: Services,
  { teamId }: TeamToken,
  { cursor, limit }: Page,
) {
  let query = db
    .selectFrom('team_invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return paginate(await query.execute(), limit, ({ expires_at, ...row }) => ({
    ...row,
    expires_at: toIso(expires_at),
  }))
}
