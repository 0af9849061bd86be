import { provedEmailKeys } from '#app/platform/auth/email-owner.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { domainLockedSince, requirementProps, requirementsOf } from '#app/teams/teams.ts'

import { recordName, recordValue } from './domain-records.ts'
import type { JoinableTeam, TeamDomain } from './pages.ts'

export async function teamDomains(db: Db, teamId: string): Promise<TeamDomain[]> {
  const rows = await db
    .selectFrom('team_domains')
    .select(['id', 'domain', 'token', 'verified_at', 'is_enabled'])
    .select((eb) => domainLockedSince(eb).as('locked_since'))
    .where('team_id', '=', teamId)
    .orderBy('domain')
    .execute()
  return rows.map(({ id, domain, token, verified_at, is_enabled, locked_since }) => ({
    id,
    domain,
    isProved: verified_at !== null,
    isEnabled: is_enabled === 1 && locked_since === null,
    record: { name: recordName(domain), value: recordValue(token) },
  }))
}

/** The teams that an account may join by its proved addresses. */
export async function joinableTeams(
  { db, config }: { db: Db; config: Config },
  userId: string,
): Promise<JoinableTeam[]> {
  const rows = await joinableDomains(db, await domainsOfAccount(db, userId), userId)
    .select(['requires_second_factor', 'sign_in_ways', 'max_session_hours'])
    .orderBy('teams.name')
    .orderBy('team_domains.id')
    .execute()
  return rows.map(({ id, domain, name, ...columns }) => ({
    id,
    domain,
    team: name,
    requirements: requirementProps(config, requirementsOf(columns)),
  }))
}

/** The domains that are proved and on, not by a locked account, of teams that the account is neither a member of nor was removed from. */
export function joinableDomains(db: Db, domains: readonly string[], userId: string) {
  return db
    .selectFrom('team_domains')
    .innerJoin('teams', 'teams.id', 'team_domains.team_id')
    .select([
      'team_domains.id',
      'team_domains.team_id as teamId',
      'team_domains.domain',
      'team_domains.added_by',
      'team_domains.changed_by',
    ])
    .select(['teams.name', 'teams.slug'])
    .where('team_domains.domain', 'in', domains)
    .where('team_domains.verified_at', 'is not', null)
    .where('team_domains.is_enabled', '=', 1)
    .where((eb) => eb(domainLockedSince(eb), 'is', null))
    .where('teams.deletes_at', 'is', null)
    .where('team_domains.team_id', 'not in', (members) =>
      members.selectFrom('team_members').select('team_id').where('user_id', '=', userId),
    )
    .where('team_domains.team_id', 'not in', (removals) =>
      removals.selectFrom('team_removals').select('team_id').where('user_id', '=', userId),
    )
}

/** The domains of the proved addresses. Never empty, because PostgreSQL accepts no empty list: the first is none. */
export async function domainsOfAccount(db: Db, userId: string): Promise<string[]> {
  const keys = await provedEmailKeys(db, userId)
  return ['', ...keys.map((key) => key.split('@').at(-1) ?? '')]
}
