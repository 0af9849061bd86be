import type { Translator } from '@foyer/i18n'

import type { AccountState, EventDevice } from '#app/pages.ts'
import { type ProfileField, profileFieldNames, type RestorableField } from '#app/profile-fields.ts'
import { accountFeatures } from '#web/account-features.ts'
import { deviceLabel } from '#web/lib/device-label.ts'
import { signInMethodLabels } from '#web/lib/event-summary.ts'
import { profileFieldLabels } from '#web/lib/profile-field-labels.ts'

/** One labelled fact about an account, ready to display. */
export interface Fact {
  /** Stable across moments, for comparison. */
  key: string
  label: string
  value: string
  /** The restorable field behind it, if any. */
  field: RestorableField | 'email' | null
}

export interface FactContext {
  t: Translator
  timeZone: string
  /** By session id. */
  devices: Record<string, EventDevice>
  languages: { code: string; name: string }[]
}

type SingleFact = [key: string, label: string, value: string | null, field?: Fact['field']]

/** Lists the facts of an account, without absent values. */
export function factsOf(state: AccountState, context: FactContext): Fact[] {
  const { t } = context
  const onDate = (at: string | null) => at && t('On {date}', { date: formatDate(context, at) })
  const profileFact = (field: ProfileField): SingleFact => {
    const { label, unset } = profileFieldLabels[field]
    const value = field === 'locale' ? languageName(context, state.locale) : state[field]
    return [field, t(label), value ?? (unset ? t(unset) : null), field]
  }
  const singleFacts: SingleFact[] = [
    profileFact('name'),
    ['photo', t('Photo'), state.photo ? t('Your own') : t('Your initials'), 'photo'],
    ['email', t('E-mail address'), state.email, 'email'],
    ['proved', t('Address confirmed'), sinceDate(context, state.emailVerifiedAt) ?? t('No')],
    ['pending', t('Address to be confirmed'), state.pendingEmail?.email ?? null],
    ...profileFieldNames.filter((field) => field !== 'name').map(profileFact),
    ['password', t('Password'), sinceDate(context, state.passwordSince) ?? t('None')],
    ['two-factor', t('Two-factor sign-in'), sinceDate(context, state.twoFactorSince) ?? t('Off')],
    ['codes', t('Recovery codes'), state.twoFactorSince && t.number(state.recoveryCodes)],
    ['terms', t('Terms agreed to'), onDate(state.termsSince)],
    ['policy', t('Privacy policy agreed to'), onDate(state.policySince)],
    ['locked', t('Locked by the operator'), sinceDate(context, state.lockedSince)],
    ['leaving', t('Will be deleted'), onDate(state.erasedAt)],
  ]
  return [
    ...singleFacts.flatMap(([key, label, value, field = null]) =>
      value === null ? [] : { key, label, value, field },
    ),
    ...collectionFacts(state, context),
  ]
}

function collectionFacts(state: AccountState, { t, devices }: FactContext): Fact[] {
  const fact = (key: string, label: string, value: string) => ({ key, label, value, field: null })
  return [
    ...Object.entries(state.passkeys).map(([id, { name }]) =>
      fact(`passkey ${id}`, t('Passkey'), name),
    ),
    ...Object.entries(state.sessions).map(([id, { method }]) =>
      fact(`session ${id}`, t('Session'), sessionLabel(t, devices[id], method)),
    ),
    ...accountFeatures
      .flatMap((feature) => feature.facts(t, state))
      .map(({ key, label, value }) => fact(key, label, value)),
  ]
}

function sessionLabel(t: Translator, device: EventDevice | undefined, method: string): string {
  const methodLabel = signInMethodLabels.get(method)
  return [deviceLabel(t, device ?? null), methodLabel && t(methodLabel)].filter(Boolean).join(' · ')
}

function sinceDate(context: FactContext, at: string | null): string | null {
  return at && context.t('Since {date}', { date: formatDate(context, at) })
}

function formatDate({ t, timeZone }: FactContext, at: string): string {
  return t.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

function languageName({ languages }: FactContext, locale: string | null): string | null {
  return languages.find(({ code }) => code === locale)?.name ?? locale
}
