import { includesTeamRole, permissionsOfTeamRole } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'
import { route } from '#app/platform/route.ts'

import { maxOwnerCandidates, membersPerPage } from './limits.ts'
import type { Membership } from './membership.ts'
import type { MemberPage, OwnerCandidates, TeamMemberRow } from './pages.ts'

/** The member after which a page starts. */
export interface MemberCursor {
  joinedAt: number
  userId: string
}

/** The members, the longest-standing first. */
export async function memberPage(
  db: Db,
  team: Membership,
  { userId }: Pick<Actor, 'userId'>,
  after: MemberCursor | null,
  count = membersPerPage,
): Promise<MemberPage> {
  let query = db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['user_id', 'name', 'email', 'photo_id', 'team_members.role', 'joined_at'])
    .where('team_id', '=', team.id)
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(count + 1)
  if (after)
    query = query.where(({ eb, or, and }) =>
      or([
        eb('joined_at', '>', after.joinedAt),
        and([eb('joined_at', '=', after.joinedAt), eb('user_id', '>', after.userId)]),
      ]),
    )
  const page = paginateRows(await query.execute(), count, ({ joined_at, user_id }) =>
    route('team-members.index', { team: team.slug, after: `${joined_at}_${user_id}` }),
  )
  return { members: page.rows.map((row) => memberRow(row, team, userId)), nextHref: page.next }
}

interface MemberRecord {
  user_id: string
  name: string
  email: string
  photo_id: string | null
  role: string
  joined_at: number
}

function memberRow(row: MemberRecord, team: Membership, ownId: string): TeamMemberRow {
  const permissions = permissionsOfTeamRole(team.role)
  const isYou = row.user_id === ownId
  const isInReach = includesTeamRole(team.role, row.role)
  const seesAddress =
    permissions.includes('members.invite') || permissions.includes('members.remove')
  return {
    id: row.user_id,
    name: row.name,
    email: seesAddress || isYou ? row.email : null,
    photoUrl:
      row.photo_id &&
      route('team-member-photo.show', { team: team.slug, photo: row.photo_id, size: '96' }),
    role: row.role,
    joinedAt: toIso(row.joined_at),
    isYou,
    mayChange: isInReach && permissions.includes('members.change-role'),
    mayRemove: isInReach && !isYou && permissions.includes('members.remove'),
  }
}

/** Whether it is the current photo of a member. */
export async function isMemberPhoto(db: Db, teamId: string, photoId: string): Promise<boolean> {
  const member = await db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('photo_id', '=', photoId)
    .executeTakeFirst()
  return member !== undefined
}

/** The members who may be offered the ownership, unless they are too many for a list. */
export async function ownerCandidates(db: Db, teamId: string): Promise<OwnerCandidates> {
  const candidates = await db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['users.id', 'name', 'email'])
    .where('team_id', '=', teamId)
    .where('team_members.role', '!=', 'owner')
    .orderBy('name')
    .orderBy('users.id')
    .limit(maxOwnerCandidates + 1)
    .execute()
  return candidates.length > maxOwnerCandidates ? 'many' : candidates
}
