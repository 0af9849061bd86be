import type { Text } from '@foyer/sentences'

import type { AccountState, EventDevice } from '#app/pages.ts'
import { deviceWords } from '#web/parts/device-words.ts'
import { methodWords } from '#web/parts/event-note.ts'
import { permissionWords } from '#web/parts/permission-words.ts'

/** One thing that is true of an account, in words. */
export interface Fact {
  /** The same in every state. */
  key: string
  label: string
  value: string
  /** What can be put back. */
  field: 'name' | 'photo' | 'locale' | 'timezone' | 'email' | null
}

export interface Means {
  t: Text
  timeZone: string
  /** By the ids of sessions. */
  devices: Record<string, EventDevice>
  languages: { code: string; name: string }[]
}

/** Everything that is true of an account, and nothing that is not. */
export function factsOf(state: AccountState, means: Means): Fact[] {
  const { t } = means
  const on = (at: string | null) => at && t('On {date}', { date: dateOf(means, at) })
  const own: [key: string, label: string, value: string | null, field?: Fact['field']][] = [
    ['name', t('Name'), state.name, 'name'],
    ['photo', t('Photo'), state.photo ? t('Your own') : t('Your initials'), 'photo'],
    ['email', t('E-mail address'), state.email, 'email'],
    ['proved', t('Address confirmed'), since(means, state.emailVerifiedAt) ?? t('No')],
    ['pending', t('Address to be confirmed'), state.pendingEmail?.email ?? null],
    ['locale', t('Language'), languageOf(means, state.locale), 'locale'],
    ['timezone', t('Time zone'), state.timezone ?? t('As your device has it'), 'timezone'],
    ['password', t('Password'), since(means, state.passwordSince) ?? t('None')],
    ['two-factor', t('Two-factor sign-in'), since(means, state.twoFactorSince) ?? t('Off')],
    ['codes', t('Recovery codes'), state.twoFactorSince && t.number(state.recoveryCodes)],
    ['terms', t('Terms agreed to'), on(state.termsSince)],
    ['policy', t('Privacy policy agreed to'), on(state.policySince)],
    ['locked', t('Locked by the operator'), since(means, state.lockedSince)],
    ['leaving', t('Will be deleted'), on(state.erasedAt)],
  ]
  return [
    ...own.flatMap(([key, label, value, field = null]) =>
      value === null ? [] : { key, label, value, field },
    ),
    ...manyOf(state, means),
  ]
}

function manyOf({ passkeys, sessions, tokens }: AccountState, means: Means): Fact[] {
  const { t, devices } = means
  const permissionNames = new Map<string, string>(
    Object.entries(permissionWords(t)).map(([permission, words]) => [permission, words.name]),
  )
  const fact = (key: string, label: string, value: string) => ({ key, label, value, field: null })
  return [
    ...Object.entries(passkeys).map(([id, { name }]) => fact(`passkey ${id}`, t('Passkey'), name)),
    ...Object.entries(sessions).map(([id, { method }]) =>
      fact(`session ${id}`, t('Session'), sessionWords(t, devices[id], method)),
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

function sessionWords(t: Text, device: EventDevice | undefined, method: string): string {
  const by = methodWords.get(method)
  return [deviceWords(t, device ?? null), by && t(by)].filter(Boolean).join(' · ')
}

function since(means: Means, at: string | null): string | null {
  return at && means.t('Since {date}', { date: dateOf(means, at) })
}

function dateOf({ t, timeZone }: Means, at: string): string {
  return t.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

function languageOf({ t, languages }: Means, locale: string | null): string {
  if (locale === null) return t('As your browser asks for')
  return languages.find(({ code }) => code === locale)?.name ?? locale
}
