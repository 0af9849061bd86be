import { permissionsOfTeamRole, teamRoleNames } from '#app/permissions.ts'
import { type Admission, isAdmittedSession } from '#app/platform/auth/is-admitted-session.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { hour } from '#app/platform/lib/durations.ts'
import { parseTextList } from '#app/platform/lib/parse-text-list.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { needsSecondFactor } from '#app/two-factor/two-factor.ts'

import type { TeamRequirements } from './events.ts'
import type { RequirementName, RequirementProps, SignInWay } from './pages.ts'
import { sessionsWithoutFactor } from './sessions-without-factor.ts'

export interface RequirementColumns {
  requires_second_factor: number
  sign_in_ways: string | null
  max_session_hours: number | null
}

/** No sign-in happens this way: a list that cannot be read lets nobody in, rather than everybody. */
const unreadableWays = ['unreadable']

export function requirementsOf(team: RequirementColumns): TeamRequirements {
  return {
    secondFactor: team.requires_second_factor === 1,
    ways: team.sign_in_ways === null ? [] : parseTextList(team.sign_in_ways, unreadableWays),
    maxSessionHours: team.max_session_hours,
  }
}

type Session = Pick<
  CurrentSession,
  'session_id' | 'user_id' | 'two_factor_enabled_at' | 'has_trusted_factor'
>

interface Services {
  db: Db
  config: Pick<Config, 'requireTwoFactor'>
}

export interface ListServices {
  db: Db
  admission(): Admission
}

/**
 * The requirements that the member does not meet. Makes no query for a team without any. A passkey alone is no second factor: without
 * two-factor authentication a password still signs in by itself.
 */
export async function unmetRequirements(
  services: Services,
  required: TeamRequirements,
  session: Session,
  now: number,
): Promise<RequirementName[]> {
  const { secondFactor, ways, maxSessionHours } = required
  const unmet: RequirementName[] =
    secondFactor && !(await isAskedForSecondFactor(services, session)) ? ['second-factor'] : []
  if (ways.length === 0 && maxSessionHours === null) return unmet

  const signIn = await services.db
    .selectFrom('sessions')
    .leftJoin('linked_accounts', 'linked_accounts.id', 'sessions.linked_account_id')
    .select(['method', 'sessions.created_at', 'linked_account_id', 'provider'])
    .where('sessions.id', '=', session.session_id)
    .executeTakeFirst()
  return [...unmet, ...unmetBySignIn(required, signIn, now)]
}

const rolesWithView = teamRoleNames.filter((role) =>
  permissionsOfTeamRole(role).includes('team.view'),
)

/**
 * As `mayOpenTeam` for every live session of the team's members that the member pages admit, with the same number of queries for many of
 * them.
 */
export async function sessionsThatMeet(
  { db, admission }: ListServices,
  required: TeamRequirements,
  { teamId, now }: { teamId: string; now: number },
): Promise<string[]> {
  const admitted = admission()
  const sessions = await liveSessions(db, now)
    .innerJoin('team_members', 'team_members.user_id', 'sessions.user_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('linked_accounts', 'linked_accounts.id', 'sessions.linked_account_id')
    .select(['sessions.id as session_id', 'two_factor_enabled_at', 'has_trusted_factor'])
    .select(['method', 'sessions.created_at', 'linked_account_id', 'provider'])
    .where('team_id', '=', teamId)
    .where('team_members.role', 'in', rolesWithView)
    .where(isAdmittedSession(admitted))
    .orderBy('sessions.id')
    .execute()
  // With REQUIRE_TWO_FACTOR, only sessions of accounts that are asked for a second factor are admitted.
  const needsFactor = required.secondFactor && !admitted.requireTwoFactor
  return sessions.flatMap((session) => {
    const { session_id, two_factor_enabled_at, has_trusted_factor } = session
    const isSecure = !needsFactor || two_factor_enabled_at !== null || has_trusted_factor === 1
    return isSecure && unmetBySignIn(required, session, now).length === 0 ? session_id : []
  })
}

/** The live sessions of members that may not hear of the team. Without requirements of the team or the installation no query is made. */
export async function sessionsThatFail(
  services: ListServices,
  required: TeamRequirements,
  { teamId, now }: { teamId: string; now: number },
): Promise<string[]> {
  const { secondFactor, ways, maxSessionHours } = required
  if (!secondFactor && ways.length === 0 && maxSessionHours === null)
    return services.admission().requireTwoFactor
      ? sessionsWithoutFactor(services.db, teamId, now)
      : []
  const met = new Set(await sessionsThatMeet(services, required, { teamId, now }))
  const all = await liveSessions(services.db, now)
    .innerJoin('team_members', 'team_members.user_id', 'sessions.user_id')
    .select('sessions.id')
    .where('team_id', '=', teamId)
    .orderBy('sessions.id')
    .execute()
  return all.flatMap(({ id }) => (met.has(id) ? [] : id))
}

function unmetBySignIn(
  { ways, maxSessionHours }: TeamRequirements,
  signIn: (SignIn & { created_at: number }) | undefined,
  now: number,
): RequirementName[] {
  const way = signIn ? wayOf(signIn) : null
  const oldest = maxSessionHours === null ? 0 : now - maxSessionHours * hour
  return [
    ...(ways.length > 0 && (way === null || !ways.includes(way)) ? ['way' as const] : []),
    ...(!signIn || signIn.created_at < oldest ? ['session-age' as const] : []),
  ]
}

async function isAskedForSecondFactor(
  { db, config }: Services,
  { user_id: userId, two_factor_enabled_at: twoFactorEnabledAt, has_trusted_factor }: Session,
): Promise<boolean> {
  return has_trusted_factor === 1 || needsSecondFactor(db, config, { userId, twoFactorEnabledAt })
}

interface SignIn {
  method: string
  linked_account_id: string | null
  provider: string | null
}

const passkeyMethods = ['passkey', 'registration-passkey']

/** The first step of a sign-in. Null for a provider that is not linked any more. */
function wayOf({ method, linked_account_id, provider }: SignIn): string | null {
  if (provider !== null) return providerWay(provider)
  if (linked_account_id !== null || method.startsWith('provider')) return null
  if (method.startsWith('email-code')) return 'email-code'
  return passkeyMethods.includes(method) ? 'passkey' : 'password'
}

const providerWay = (id: string) => `provider:${id}`

/** The ways to sign in that this installation offers. */
export function offeredWays({
  emailCodes,
  providers,
}: Pick<Config, 'emailCodes' | 'providers'>): SignInWay[] {
  return [
    { way: 'password', provider: null },
    { way: 'passkey', provider: null },
    ...(emailCodes ? [{ way: 'email-code', provider: null }] : []),
    ...providers.map(({ id, label }) => ({ way: providerWay(id), provider: label })),
  ]
}

/** The requirements as pages show them. A way that this installation no longer offers is left out. */
export function requirementProps(
  config: Pick<Config, 'emailCodes' | 'providers'>,
  { secondFactor, ways, maxSessionHours }: TeamRequirements,
): RequirementProps {
  return {
    secondFactor,
    ways: offeredWays(config).filter(({ way }) => ways.includes(way)),
    hasWays: ways.length > 0,
    maxSessionHours,
  }
}
