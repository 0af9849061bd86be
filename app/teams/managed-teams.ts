import { sql } from 'kysely'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

import { countMembers } from './membership.ts'
import { seatsOf } from './seats.ts'

interface TeamQuery {
  /** Id of the last team of the page before. */
  cursor?: string | undefined
  limit: number
  /** The beginning of a name or a URL, or an id. */
  search?: string | undefined
  slug?: string | undefined
  /** Id of an account that is a member. */
  member?: string | undefined
  status?: 'active' | 'deleting' | undefined
}

/** Every team of the installation, newest first, for the operator. Ids are UUIDv7, so they sort by creation time. */
export function managedTeams(
  db: Db,
  { cursor, limit, search = '', slug, member, status }: TeamQuery,
) {
  const prefix = sql<string>`lower(${search})`
  // Sorts after every text that begins with the prefix.
  const end = sql<string>`lower(${`${search}\u{10FFFF}`})`
  const lowerName = sql<string>`lower(name)`
  return selectTeams(db)
    .$if(search !== '', (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('id', '=', prefix),
          and([eb('slug', '>=', prefix), eb('slug', '<', end)]),
          and([eb(lowerName, '>=', prefix), eb(lowerName, '<', end)]),
        ]),
      ),
    )
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .$if(member !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('team_members')
          .select('team_id')
          .where('user_id', '=', member ?? ''),
      ),
    )
    .$if(status === 'active', (query) => query.where('deletes_at', 'is', null))
    .$if(status === 'deleting', (query) => query.where('deletes_at', 'is not', null))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @throws NotFound */
export async function managedTeam(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  teamId: string,
) {
  const team = await selectTeams(db)
    .select('seat_limit')
    .where('id', '=', teamId)
    .executeTakeFirst()
  if (!team) throw new NotFound()
  const memberCount = await countMembers(db, teamId)
  return { ...team, memberCount, seats: seatsOf({ config }, team.seat_limit) }
}

/** By the id of their account. @param cursor  the id of the last member of the page before */
export function managedTeamMembers(
  db: Db,
  teamId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['users.id', 'name', 'email', 'team_members.role', 'joined_at'])
    .where('team_id', '=', teamId)
    .$if(cursor !== undefined, (query) => query.where('user_id', '>', cursor ?? ''))
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

function selectTeams(db: Db) {
  return db.selectFrom('teams').select(['id', 'name', 'slug', 'deletes_at', 'created_at'])
}
