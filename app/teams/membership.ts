import { permissionsOfTeamRole, type TeamPermission } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { Forbidden, NotFound } from '#app/platform/errors.ts'

import type { RequirementColumns } from './requirements.ts'
import type { TeamsTable } from './schema.ts'

const teamColumns = [
  'id',
  'name',
  'slug',
  'seat_limit',
  'deletes_at',
  'picture_id',
  'requires_second_factor',
  'sign_in_ways',
  'max_session_hours',
] as const satisfies (keyof TeamsTable)[]

/** A team, and the role of one of its members. */
export interface Membership extends RequirementColumns {
  id: string
  name: string
  slug: string
  seat_limit: number | null
  deletes_at: number | null
  picture_id: string | null
  role: string
  joined_at: number
}

/** The channel is that of the team, or with an external server that of the team for this session. */
export type TeamOfRequest = Membership & { channel: string }

/** One query. @returns an empty list for others than members, and for a team whose grace period is over */
export const findMembership = preparedQuery(
  (db: Db, { slug, userId, now }: { slug: string; userId: string; now: number }) =>
    db
      .selectFrom('team_members')
      .innerJoin('teams', 'teams.id', 'team_members.team_id')
      .select(teamColumns)
      .select(['role', 'joined_at'])
      .where('slug', '=', slug)
      .where('user_id', '=', userId)
      .where(({ eb, or }) => or([eb('deletes_at', 'is', null), eb('deletes_at', '>', now)])),
)

function readTeam(db: Db, teamId: string) {
  return db.selectFrom('teams').select(teamColumns).where('id', '=', teamId).executeTakeFirst()
}

/** Locks the team's row until the transaction ends: changes of one team happen one after another. */
export async function lockTeam(tx: Tx, teamId: string) {
  return tx
    .updateTable('teams')
    .set(({ ref }) => ({ event_count: ref('event_count') }))
    .where('id', '=', teamId)
    .returning(teamColumns)
    .executeTakeFirst()
}

/**
 * Locks the team, and reads the role of the acting member again: it may have been lowered since the request was let in.
 *
 * @throws NotFound or Forbidden
 */
export async function lockTeamFor(
  tx: Tx,
  actor: Actor,
  teamId: string,
  permission: TeamPermission | 'membership',
): Promise<Membership> {
  return requireMember(tx, await lockTeam(tx, teamId), actor, permission)
}

type TeamRow = Awaited<ReturnType<typeof readTeam>>

/** As `lockTeamFor` without a lock: before slow work that a refusal should not cause. */
export async function readTeamFor(
  db: Db,
  actor: Actor,
  teamId: string,
  permission: TeamPermission,
): Promise<Membership> {
  return requireMember(db, await readTeam(db, teamId), actor, permission)
}

async function requireMember(
  db: Db,
  team: TeamRow,
  { userId }: Actor,
  permission: TeamPermission | 'membership',
): Promise<Membership> {
  const member = team && (await memberOf(db, team.id, userId))
  if (!team || !member) throw new NotFound()
  if (permission !== 'membership' && !permissionsOfTeamRole(member.role).includes(permission))
    throw new Forbidden()
  return { ...team, ...member }
}

/** The ids of an account's teams. */
export const teamsOf = (db: Db, userId: string) =>
  db.selectFrom('team_members').select('team_id').where('user_id', '=', userId)

export function memberOf(db: Db, teamId: string, userId: string) {
  return db
    .selectFrom('team_members')
    .select(['role', 'joined_at'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Whether the team keeps an owner without this member. Ignores members whose account is locked or pending deletion. */
export async function hasOtherOwner(db: Db, teamId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '!=', userId)
    .where('team_members.role', '=', 'owner')
    .where('leaves_at', 'is', null)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

export async function countMembers(db: Db, teamId: string): Promise<number> {
  return countRows(db.selectFrom('team_members').where('team_id', '=', teamId))
}
