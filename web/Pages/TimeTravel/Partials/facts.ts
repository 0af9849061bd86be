import type { Translator } from '@foyer/i18n'

import type { AccountState, EventDevice } from '#app/pages.ts'
import { deviceLabel } from '#web/lib/device-label.ts'
import { signInMethodLabels } from '#web/lib/event-summary.ts'
import { permissionLabels } from '#web/lib/permission-labels.ts'

/** One labelled fact about an account, ready to display. */
export interface Fact {
  /** Stable across moments, for comparison. */
  key: string
  label: string
  value: string
  /** The restorable field behind it, if any. */
  field: 'name' | 'photo' | 'locale' | 'timezone' | 'email' | null
}

export interface FactContext {
  t: Translator
  timeZone: string
  /** By session id. */
  devices: Record<string, EventDevice>
  languages: { code: string; name: string }[]
}

/** Lists the facts of an account, without absent values. */
export function factsOf(state: AccountState, context: FactContext): Fact[] {
  const { t } = context
  const onDate = (at: string | null) => at && t('On {date}', { date: formatDate(context, at) })
  const singleFacts: [key: string, label: string, value: string | null, field?: Fact['field']][] = [
    ['name', t('Name'), state.name, 'name'],
    ['photo', t('Photo'), state.photo ? t('Your own') : t('Your initials'), 'photo'],
    ['email', t('E-mail address'), state.email, 'email'],
    ['proved', t('Address confirmed'), sinceDate(context, state.emailVerifiedAt) ?? t('No')],
    ['pending', t('Address to be confirmed'), state.pendingEmail?.email ?? null],
    ['locale', t('Language'), languageName(context, state.locale), 'locale'],
    ['timezone', t('Time zone'), state.timezone ?? t('As your device has it'), 'timezone'],
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

function collectionFacts(
  { passkeys, sessions, tokens }: AccountState,
  context: FactContext,
): Fact[] {
  const { t, devices } = context
  const permissionNames = new Map<string, string>(
    Object.entries(permissionLabels(t)).map(([permission, label]) => [permission, label.name]),
  )
  const fact = (key: string, label: string, value: string) => ({ key, label, value, field: null })
  return [
    ...Object.entries(passkeys).map(([id, { name }]) => fact(`passkey ${id}`, t('Passkey'), name)),
    ...Object.entries(sessions).map(([id, { method }]) =>
      fact(`session ${id}`, t('Session'), sessionLabel(t, devices[id], method)),
    ),
    ...Object.entries(tokens).map(([id, { name, permissions }]) =>
      fact(
        `token ${id}`,
        t('API token'),
        [name, permissions.map((it) => permissionNames.get(it) ?? it).join(', ')].join(': '),
      ),
    ),
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

function languageName({ t, languages }: FactContext, locale: string | null): string {
  if (locale === null) return t('As your browser asks for')
  return languages.find(({ code }) => code === locale)?.name ?? locale
}
