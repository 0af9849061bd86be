import { sql } from 'kysely'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { startsWith } from '#app/platform/db/starts-with.ts'
import { NotFound } from '#app/platform/errors.ts'

import { countMembers } from './membership.ts'
import { seatLimitOf } from './seat-limit.ts'

interface TeamQuery {
  /** Id of the last team of the page before. */
  cursor?: string | undefined
  limit: number
  slug?: string | undefined
  /** Id of an account that is a member. */
  member?: string | undefined
  status?: 'active' | 'deleting' | undefined
}

/** Every team of the installation, newest first, for the operator. Ids are UUIDv7, so they sort by creation time. */
export function listTeamsForOperator(db: Db, { cursor, limit, slug, member, status }: TeamQuery) {
  let query = selectTeams(db)
    .$if(status === 'active', (query) => query.where('deletes_at', 'is', null))
    .$if(status === 'deleting', (query) => query.where('deletes_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
  if (slug !== undefined) query = query.where('slug', '=', slug)
  if (member !== undefined)
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('team_members').select('team_id').where('user_id', '=', member),
    )
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return query.execute()
}

/** The team with this id, and the first ones whose name or URL begins with the text. */
export async function searchTeams(db: Db, search: string, limit: number) {
  const found = await Promise.all(teamMatches(db, search, limit).map((query) => query.execute()))
  return [...new Map(found.flat().map((team) => [team.id, team])).values()]
}

/** A query for each index, which ends after its first matches: the cost does not grow with the teams. */
export function teamMatches(db: Db, search: string, limit: number) {
  const lowerSearch = sql<string>`lower(${search})`
  const lowerName = sql<string>`lower(name)`
  const byId = selectTeams(db).where('id', '=', lowerSearch)
  const bySlug = selectTeams(db)
    .where(({ ref }) => startsWith(ref('slug'), lowerSearch))
    .orderBy('slug')
    .limit(limit)
  const byName = selectTeams(db)
    .where(startsWith(lowerName, lowerSearch))
    .orderBy(lowerName)
    .limit(limit)
  return [byId, bySlug, byName]
}

/** @throws NotFound */
export async function readTeamForOperator(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  teamId: string,
) {
  const team = await selectTeams(db)
    .select('seat_limit')
    .where('id', '=', teamId)
    .executeTakeFirst()
  if (!team) throw new NotFound()
  const memberCount = await countMembers(db, teamId)
  return { ...team, memberCount, seats: seatLimitOf({ config }, team.seat_limit) }
}

/** The members, sorted by account id. @param cursor  the id of the last member of the page before */
export function listTeamMembersForOperator(
  db: Db,
  teamId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  let query = db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['users.id', 'name', 'email', 'team_members.role', 'joined_at'])
    .where('team_id', '=', teamId)
    .orderBy('user_id')
    .limit(limit)
  if (cursor !== undefined) query = query.where('user_id', '>', cursor)
  return query.execute()
}

function selectTeams(db: Db) {
  return db.selectFrom('teams').select(['id', 'name', 'slug', 'deletes_at', 'created_at'])
}
