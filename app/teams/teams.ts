import { permissionsOfTeamRole } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import type { TeamOfRequest } from './membership.ts'
import type { TeamHeader, TeamListItem } from './pages.ts'
import {
  type ListServices,
  requirementsOf,
  sessionsThatFail,
  sessionsThatMeet,
  unmetRequirements,
} from './requirements.ts'

export { actAsOwner, type OperatorContext, type OperatorTarget } from './act-as-owner.ts'
export { accountName } from './actor-for-member.ts'
export { readPicture } from './change-picture.ts'
export { domainLockedSince } from './disable-webhooks-and-domains.ts'
export { endInvitationsOfToken } from './end-invitations.ts'
export { endTeamToken, endTokensOfMember } from './end-tokens-of-member.ts'
export { joinTeam } from './join-team.ts'
export { type MemberCursor, memberPage, ownerCandidates } from './members.ts'
export {
  countMembers,
  hasOtherOwner,
  lockTeam,
  lockTeamFor,
  memberOf,
  type Membership,
  readTeamFor,
} from './membership.ts'
export { notifyOwners } from './notify-owners.ts'
export { operatorTeamChanges } from './operator-team-changes.ts'
export {
  readTeamForOperator,
  listTeamMembersForOperator,
  listTeamsForOperator,
  searchTeams,
} from './operator-team-lists.ts'
export { ownershipOfferOf } from './ownership-offer.ts'
export {
  offeredWays,
  type RequirementColumns,
  requirementProps,
  requirementsOf,
} from './requirements.ts'
export { mayAnswerFor, requireMayAnswerForLocked } from './role-givers.ts'
export { countOpenInvitations, requireFreeSeat, seatLimitOf } from './seat-limit.ts'
export { slugRules, TeamForm } from './slug.ts'
export { renderTeamMail, sendTeamMail, type TeamMail } from './team-mail.ts'

/** The teams of an account, by name. */
export async function teams(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
): Promise<TeamListItem[]> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['name', 'slug', 'role', 'deletes_at', 'picture_id'])
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('deletes_at', 'is', null), eb('deletes_at', '>', now)]))
    .orderBy('name')
    .orderBy('slug')
    .execute()
  return rows.map(({ deletes_at, picture_id, ...team }) => ({
    ...team,
    pictureUrl: pictureUrl(team.slug, picture_id),
    mayOpen: permissionsOfTeamRole(team.role).includes('team.view'),
    deletesAt: toIso(deletes_at),
  }))
}

/** The props that every page of a team has. */
export function teamProps({ slug, role, channel, ...row }: TeamOfRequest): {
  team: TeamHeader
  channel: string
} {
  const permissions = permissionsOfTeamRole(role)
  const { name, deletes_at, picture_id } = row
  const team = {
    name,
    slug,
    role,
    permissions,
    pictureUrl: pictureUrl(slug, picture_id),
    deletesAt: toIso(deletes_at),
  }
  return { team, channel }
}

/** The URL of the picture, which only members can open. */
function pictureUrl(team: string, picture: string | null): string | null {
  return picture && route('team-picture.show', { team, picture, size: '256' })
}

/** Whether the account is a member whose role shows the team, and who meets what it requires. */
export async function mayOpenTeam(
  { db, config }: { db: Db; config: Pick<Config, 'requireTwoFactor'> },
  { teamId, session, now }: { teamId: string; session: CurrentSession; now: number },
): Promise<boolean> {
  const team = await db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['requires_second_factor', 'sign_in_ways', 'max_session_hours', 'role'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', session.user_id)
    .where(({ eb, or }) => or([eb('deletes_at', 'is', null), eb('deletes_at', '>', now)]))
    .executeTakeFirst()
  if (!team || !permissionsOfTeamRole(team.role).includes('team.view')) return false
  return (await unmetRequirements({ db, config }, requirementsOf(team), session, now)).length === 0
}

/** The ids of the live sessions that may open the team. */
export async function sessionsThatMayOpen(
  services: ListServices,
  { teamId, now }: { teamId: string; now: number },
): Promise<string[]> {
  const team = await requirementColumns(services.db, teamId)
  return team ? sessionsThatMeet(services, requirementsOf(team), { teamId, now }) : []
}

/** The ids of the live sessions of members that do not meet, or no longer, what the team requires. */
export async function sessionsThatMayNotOpen(
  services: ListServices,
  { teamId, now }: { teamId: string; now: number },
): Promise<string[]> {
  const team = await requirementColumns(services.db, teamId)
  return team ? sessionsThatFail(services, requirementsOf(team), { teamId, now }) : []
}

function requirementColumns(db: Db, teamId: string) {
  return db
    .selectFrom('teams')
    .select(['requires_second_factor', 'sign_in_ways', 'max_session_hours'])
    .where('id', '=', teamId)
    .executeTakeFirst()
}
