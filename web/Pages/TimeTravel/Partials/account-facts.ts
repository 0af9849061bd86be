import type { Translator } from '@foyer/i18n'

import type { AccountState } from '#app/account-events.ts'
import { type ProfileField, profileFieldNames } from '#app/profile-fields.ts'
import type { EventDevice } from '#app/time-travel/pages.ts'
import {
  type Fact,
  type FactContext,
  factName,
  type FactRow,
  formatDate,
  sinceDate,
} from '#web/components/time-travel/fact.ts'
import { deviceLabel } from '#web/lib/device-label.ts'
import { signInMethodLabels } from '#web/lib/event-detail-line.ts'
import { profileFieldLabels } from '#web/lib/profile-field-labels.ts'
import { roleLabel } from '#web/lib/role-label.ts'
import { separator } from '#web/lib/separator.ts'

import { mutedSummary } from './muted-summary.ts'
import { timeTravelFeatures } from './time-travel-features.ts'

/** In the order on the page; others come last. */
const factNames: readonly string[] = [
  'locked',
  'leaving',
  'name',
  'email',
  'pending',
  'email-address',
  'token',
  'password',
  'two-factor',
  'codes',
  'passkey',
  'linked-account',
  'proved',
  'photo',
  ...profileFieldNames,
  'notifications',
  'attribute',
  'terms',
  'policy',
  'session',
]

/** Lists the facts of an account, without absent values. */
export function factsOf(state: AccountState, context: FactContext): Fact[] {
  const { t } = context
  const onDate = (at: string | null) => at && t('On {date}', { date: formatDate(context, at) })
  const profileFact = (field: ProfileField): FactRow => {
    const { label, unset } = profileFieldLabels[field]
    const value = field === 'locale' ? languageName(context, state.locale) : state[field]
    return [field, t(label), value ?? (unset ? t(unset) : null), field]
  }
  const rows: FactRow[] = [
    ...profileFieldNames.map(profileFact),
    ['email', t('Email address'), state.email, 'email'],
    ['proved', t('Email address confirmed'), sinceDate(context, state.emailVerifiedAt) ?? t('No')],
    ['pending', t('New address, not confirmed yet'), state.pendingEmail?.email ?? null],
    ['password', t('Password'), sinceDate(context, state.passwordSince) ?? t('None')],
    [
      'notifications',
      t('Notifications'),
      mutedSummary(t, state.mutedNotifications),
      'mutedNotifications',
    ],
    ['terms', t('Terms accepted'), onDate(state.termsSince)],
    ['policy', t('Privacy policy accepted'), onDate(state.policySince)],
    ['role', t('Role'), state.role && roleLabel(t, state.role)],
    ['locked', t('Locked by the operator'), sinceDate(context, state.lockedSince)],
    ['leaving', t('Account will be deleted'), onDate(state.erasedAt)],
    ...Object.entries(state.sessions).map(([id, { method }]): FactRow => [
      `session ${id}`,
      t('Session'),
      sessionLabel(t, context.devices[id], method),
    ]),
    ...timeTravelFeatures.flatMap((feature) => feature.facts(state, context)),
  ]
  return rows
    .flatMap(([key, label, value, field = null]) =>
      value === null ? [] : { key, label, value, field },
    )
    .toSorted(byPosition)
}

/** Sorts facts in the order on the page. */
export const byPosition = (a: Pick<Fact, 'key'>, b: Pick<Fact, 'key'>) => position(a) - position(b)

function position(fact: Pick<Fact, 'key'>): number {
  const index = factNames.indexOf(factName(fact))
  return index === -1 ? factNames.length : index
}

function sessionLabel(t: Translator, device: EventDevice | undefined, method: string): string {
  const methodLabel = signInMethodLabels.get(method)
  return [deviceLabel(t, device ?? null), methodLabel && t(methodLabel)]
    .filter(Boolean)
    .join(separator)
}

function languageName({ languages }: FactContext, locale: string | null): string | null {
  return languages.find(({ code }) => code === locale)?.name ?? locale
}
