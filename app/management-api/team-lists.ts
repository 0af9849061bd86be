import type { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginate, type PageQuery } from '#app/platform/validation/api-schemas.ts'
import {
  readTeamForOperator,
  listTeamMembersForOperator,
  listTeamsForOperator,
} from '#app/teams/teams.ts'

import type { ManagedTeam, TeamMember, TeamQuery, TeamSummary } from './team-schemas.ts'

type Services = Pick<ActionContext, 'db' | 'config'>

export async function listTeams(db: Db, query: z.output<typeof TeamQuery>) {
  const { limit } = query
  return paginate(
    await listTeamsForOperator(db, { ...query, limit: limit + 1 }),
    limit,
    serializeTeam,
  )
}

/** @throws NotFound */
export async function showTeam(services: Services, teamId: string): Promise<ManagedTeam> {
  const { memberCount, seats, seat_limit, ...team } = await readTeamForOperator(services, teamId)
  return { ...serializeTeam(team), member_count: memberCount, seats, seat_limit }
}

/** @throws NotFound */
export async function listTeamMembers(
  services: Services,
  teamId: string,
  { cursor, limit }: z.output<typeof PageQuery>,
) {
  await readTeamForOperator(services, teamId)
  const rows = await listTeamMembersForOperator(services.db, teamId, { cursor, limit: limit + 1 })
  return paginate(rows, limit, ({ joined_at, ...member }): TeamMember => ({
    ...member,
    joined_at: toIso(joined_at),
  }))
}

type TeamRow = Awaited<ReturnType<typeof listTeamsForOperator>>[number]

function serializeTeam({ id, name, slug, deletes_at, created_at }: TeamRow): TeamSummary {
  return { id, name, slug, erased_at: toIso(deletes_at), created_at: toIso(created_at) }
}
