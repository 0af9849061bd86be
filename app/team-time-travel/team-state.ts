import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { teamInvitationLifetimeMs } from '#app/team-invitations/limits.ts'
import type { TeamLogEvents, TeamLogEventType, TeamLogState } from '#app/team-log/events.ts'
import { domainLockedSince, requirementsOf } from '#app/teams/teams.ts'

export interface TeamLogEvent {
  /** Unix milliseconds. */
  at: number
  type: string
  data: Record<string, unknown>
}

export function emptyTeam(): TeamLogState {
  return {
    name: '',
    slug: '',
    hasPicture: false,
    seatLimit: null,
    erasedAt: null,
    requirements: { secondFactor: false, ways: [], maxSessionHours: null },
    members: {},
    invitations: {},
    domains: {},
  }
}

/**
 * Applies an event to the state, which it changes: copying the members of a large team for each event would take seconds. Expired
 * invitations stay until an event removes them; unknown types change nothing.
 */
export function applyTeamEvent(state: TeamLogState, { type, data, at }: TeamLogEvent): void {
  if (!isKnown(type)) return
  try {
    // The compiler does not correlate a type with its data.
    ;(changes[type] as Change | null)?.(state, data, at)
  } catch {
    // The event's data was tampered with; the integrity check reports it.
  }
}

type Change = (state: TeamLogState, data: unknown, at: number) => void

type Data<Type extends TeamLogEventType> = TeamLogEvents[Type] & { by: string | null }
type Changes = {
  [Type in TeamLogEventType]: ((state: TeamLogState, data: Data<Type>, at: number) => void) | null
}

function isKnown(type: string): type is TeamLogEventType {
  return Object.hasOwn(changes, type)
}

function removeInvitation(state: TeamLogState, { invitation }: { invitation?: string }): void {
  if (invitation) delete state.invitations[invitation]
}

function setRole(state: TeamLogState, userId: string | null, role: string): void {
  const member = userId && own(state.members, userId)
  if (member) member.role = role
}

/** Reads own properties only: an event with the name of an inherited one would change it for every object. */
function own<Value>(values: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

const endOf = (at: number) => toIso(at + teamInvitationLifetimeMs)

const changes: Changes = {
  'log.broken': null,
  'log.baseline': (state, { found }) => void Object.assign(state, found),
  'team.created'(state, { name, slug, by, member = by }, at) {
    Object.assign(state, { name, slug })
    if (member) state.members[member] = { role: 'owner', joinedAt: toIso(at) }
  },
  'team.updated': (state, { after }) => void Object.assign(state, after),
  'team.picture-changed': (state, { hasPicture }) => void (state.hasPicture = hasPicture),
  'team.requirements-changed': (state, { after }) => void (state.requirements = after),
  'team.seat-limit-changed': (state, { after }) => void (state.seatLimit = after),
  'team.deletion-requested': (state, { erasedAt }) => void (state.erasedAt = erasedAt),
  'team.deletion-cancelled': (state) => void (state.erasedAt = null),
  'member.joined'(state, { member, role, ...by }, at) {
    removeInvitation(state, by)
    state.members[member] = { role, joinedAt: toIso(at) }
  },
  'member.role-changed': (state, { member, after }) => setRole(state, member, after),
  'member.left': (state, { member }) => void delete state.members[member],
  'invitation.sent'(state, { invitation, role, endsAt }, at) {
    state.invitations[invitation] = { role, endsAt: endsAt ?? endOf(at) }
  },
  'invitation.sent-again'(state, { invitation, endsAt }, at) {
    const sent = own(state.invitations, invitation)
    if (sent) sent.endsAt = endsAt ?? endOf(at)
  },
  'invitation.revoked': removeInvitation,
  'invitation.declined': removeInvitation,
  'invitation.ended': removeInvitation,
  'handover.offered': null,
  'handover.withdrawn': null,
  'handover.accepted'(state, { by, from, isShared }) {
    setRole(state, by, 'owner')
    if (!isShared) setRole(state, from, 'admin')
  },
  'webhook.changed': null,
  'token.created': null,
  'token.revoked': null,
  'domain.changed'({ domains }, { domain, change }) {
    if (change === 'added') domains[domain] = { isProved: false, isEnabled: true }
    const entry = own(domains, domain)
    if (change === 'removed') delete domains[domain]
    else if (!entry || change === 'added') return
    else if (change === 'enabled' || change === 'disabled') entry.isEnabled = change === 'enabled'
    else entry.isProved = change === 'proved'
  },
}

const LogState = z.object({
  name: z.string().catch(''),
  slug: z.string().catch(''),
  hasPicture: z.boolean().catch(false),
  seatLimit: z.number().nullable().catch(null),
  erasedAt: z.string().nullable().catch(null),
  requirements: z
    .object({
      secondFactor: z.boolean(),
      ways: z.array(z.string()).readonly(),
      maxSessionHours: z.number().nullable(),
    })
    .catch(() => emptyTeam().requirements),
  members: z.record(z.string(), z.object({ role: z.string(), joinedAt: z.string() })).catch({}),
  invitations: z.record(z.string(), z.object({ role: z.string(), endsAt: z.string() })).catch({}),
  domains: z
    .record(z.string(), z.object({ isProved: z.boolean(), isEnabled: z.boolean() }))
    .catch({}),
})

/** Leaves out what tampering has made unreadable for pages. */
export function readable(state: TeamLogState): TeamLogState {
  return LogState.parse(state)
}

/** Leaves out the invitations that had expired. @param at  ISO 8601 */
export function withoutExpired(state: TeamLogState, at: string): TeamLogState {
  const open = Object.entries(state.invitations).filter(([, { endsAt }]) => endsAt > at)
  return { ...state, invitations: Object.fromEntries(open) }
}

/** The state of now, from the tables. */
export async function storedTeamState(db: Db, teamId: string): Promise<TeamLogState> {
  const team = await db
    .selectFrom('teams')
    .select(['name', 'slug', 'picture_id', 'seat_limit', 'deletes_at'])
    .select(['requires_second_factor', 'sign_in_ways', 'max_session_hours'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('team_members')
    .select(['user_id', 'role', 'joined_at'])
    .where('team_id', '=', teamId)
    .execute()
  const invitations = await db
    .selectFrom('team_invitations')
    .select(['id', 'role', 'expires_at'])
    .where('team_id', '=', teamId)
    .execute()
  const domains = await db
    .selectFrom('team_domains')
    .select(['domain', 'verified_at', 'is_enabled'])
    .select((eb) => domainLockedSince(eb).as('locked_since'))
    .where('team_id', '=', teamId)
    .execute()
  return {
    name: team.name,
    slug: team.slug,
    hasPicture: team.picture_id !== null,
    seatLimit: team.seat_limit,
    erasedAt: toIso(team.deletes_at),
    requirements: requirementsOf(team),
    members: Object.fromEntries(
      members.map(({ user_id, role, joined_at }) => [
        user_id,
        { role, joinedAt: toIso(joined_at) },
      ]),
    ),
    invitations: Object.fromEntries(
      invitations.map(({ id, role, expires_at }) => [id, { role, endsAt: toIso(expires_at) }]),
    ),
    domains: Object.fromEntries(
      domains.map(({ domain, verified_at, is_enabled, locked_since }) => [
        domain,
        { isProved: verified_at !== null, isEnabled: is_enabled === 1 && locked_since === null },
      ]),
    ),
  }
}
