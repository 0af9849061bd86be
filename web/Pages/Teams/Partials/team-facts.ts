import type { Translator } from '@foyer/i18n'

import type { TeamAtMoment } from '#app/team-time-travel/pages.ts'
import type { Fact } from '#web/components/time-travel/fact.ts'

import { requirementTexts } from './requirement-texts.ts'
import { teamRoleLabel } from './role-labels.ts'

interface Context {
  t: Translator
  timeZone: string
  /** Names by account id; erased accounts have none. */
  names: Record<string, string>
}

type Row = [key: string, label: string, value: string | null]

/** Lists the facts of a team, without absent values. */
export function teamFacts(state: TeamAtMoment, { t, timeZone, names }: Context): Fact[] {
  const onDate = (at: string) => t.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const {
    name,
    slug,
    hasPicture,
    seatLimit,
    erasedAt,
    requirements,
    members,
    invitations,
    domains,
  } = state
  const rows: Row[] = [
    ['team-name', t('Name of the team'), name],
    ['slug', t('Team URL'), `/t/${slug}`],
    ['picture', t('Picture'), hasPicture ? t('Yes') : null],
    ['deletion', t('Team will be deleted'), erasedAt && onDate(erasedAt)],
    ['seats', t('Seat limit'), seatLimit === null ? null : t.number(seatLimit)],
    ...requirementTexts(t, requirements).map(({ name: key, text }): Row => [
      `requirement ${key}`,
      t('Requirement'),
      text,
    ]),
    ...Object.entries(members).map(([id, { role }]): Row => [
      `member ${id}`,
      t('Members'),
      `${names[id] ?? t('A deleted account')}: ${teamRoleLabel(t, role)}`,
    ]),
    ...Object.entries(invitations).map(([id, { role, endsAt }]): Row => [
      `invitation ${id}`,
      t('Open invitation'),
      t('{role}, until {date}', { role: teamRoleLabel(t, role), date: onDate(endsAt) }),
    ]),
    ...Object.entries(domains).map(([domain, entry]): Row => [
      `domain ${domain}`,
      t('Domain'),
      `${domain}: ${domainStatus(t, entry)}`,
    ]),
  ]
  return rows.flatMap(([key, label, value]) =>
    value === null ? [] : { key, label, value, field: null },
  )
}

function domainStatus(
  t: Translator,
  { isProved, isEnabled }: TeamAtMoment['domains'][string],
): string {
  if (!isProved) return t('Waiting for the DNS record')
  return isEnabled ? t('People at this domain can join.') : t('Joining is off.')
}
