import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'
import { teamLogPage } from '#app/team-log/team-log.ts'
import { maxSeatLimit } from '#app/teams/limits.ts'
import {
  readTeamForOperator,
  listTeamMembersForOperator,
  listTeamsForOperator,
  searchTeams,
} from '#app/teams/teams.ts'

import { matchesPerSearch, membersPerTeam, teamsPerPage } from './limits.ts'
import type { AdminTeamPages, AdminTeamRow } from './team-pages.ts'

/** An invalid cursor shows the first page. */
const cursor = z.uuid().optional().catch(undefined)

export const TeamListParams = z.object({
  search: z
    .string()
    .max(100)
    .transform((text) => text.replaceAll('\0', '').trim())
    .catch(''),
  cursor,
})

export const TeamPageParams = z.object({ after: cursor })

/** A page of all teams, or the first matches of a search. */
export async function teamList(
  db: Db,
  { search, cursor }: z.output<typeof TeamListParams>,
): Promise<AdminTeamPages['Admin/Teams']> {
  if (search !== '') {
    const matches = await searchTeams(db, search, matchesPerSearch)
    return { search, list: matches.map(teamRow), nextCursor: null }
  }
  const rows = await listTeamsForOperator(db, { cursor, limit: teamsPerPage + 1 })
  const { rows: list, next: nextCursor } = paginateRows(rows, teamsPerPage, ({ id }) => id)
  return { search, list: list.map(teamRow), nextCursor }
}

/** @throws NotFound */
export async function teamPage(
  services: Pick<ActionContext, 'db' | 'config'>,
  teamId: string,
  { after }: z.output<typeof TeamPageParams>,
): Promise<AdminTeamPages['Admin/Team']> {
  const { db } = services
  const {
    memberCount,
    seats,
    seat_limit: seatLimit,
    ...team
  } = await readTeamForOperator(services, teamId)
  const rows = await listTeamMembersForOperator(db, teamId, {
    cursor: after,
    limit: membersPerTeam + 1,
  })
  const { rows: shown, next: nextMember } = paginateRows(rows, membersPerTeam, ({ id }) => id)
  const members = shown.map(({ joined_at, ...member }) => ({
    ...member,
    joinedAt: toIso(joined_at),
  }))
  const { events } = await teamLogPage(db, teamId, null)
  const facts = { ...teamRow(team), memberCount, seats, seatLimit }
  return { team: facts, members, nextMember, events, maxSeatLimit }
}

type TeamRow = Awaited<ReturnType<typeof listTeamsForOperator>>[number]

function teamRow({ id, name, slug, created_at, deletes_at }: TeamRow): AdminTeamRow {
  return { id, name, slug, createdAt: toIso(created_at), deletesAt: toIso(deletes_at) }
}
