import { say, type Sentence, type Text } from '@foyer/sentences'

import type { EventRow } from '#app/pages.ts'

/** What the record says besides, on one line: a name, from what to what, how often; null when there is nothing. */
export function eventNote(t: Text, { type, data }: Pick<EventRow, 'type' | 'data'>): string | null {
  const { name, before, after, from, to, count, left, place, method, why, document } = data
  if (document === 'terms' || document === 'policy')
    return document === 'terms' ? t('Terms of Service') : t('Privacy Policy')
  if (type === 'profile.updated' || type === 'profile.restored')
    return profileNote(t, Object(before), Object(after))
  if (typeof before === 'string' && typeof after === 'string') return t(arrow(before, after))
  if (typeof from === 'string' && typeof to === 'string') return t(arrow(from, to))
  if (typeof count === 'number') return t.n(count, 'One wrong try', '{count} wrong tries')
  if (typeof left === 'number') return t.n(left, 'One is left', '{count} are left')
  const sentence = methodWords.get(method) ?? whyWords.get(why)
  if (sentence && type !== 'token.revoked') return t(sentence)
  const plain = [name, Object(after).name, to, data['email'], place]
  return plain.find((it) => typeof it === 'string') ?? null
}

type Fields = Record<string, unknown>

function profileNote(t: Text, before: Fields, after: Fields): string | null {
  const changed = ['name', 'locale', 'timezone'].filter((it) => before[it] !== after[it])
  const words = (field: string, value: unknown) =>
    typeof value !== 'string' ? '–' : field === 'locale' ? languageIn(t, value) : value
  const notes = changed.map((it) => t(arrow(words(it, before[it]), words(it, after[it]))))
  return notes.join(' · ') || null
}

function languageIn({ locale }: Text, code: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
}

function arrow(from: string, to: string): Sentence {
  return from === to ? to : say('{from} → {to}', { from, to })
}

/** How a session was begun or confirmed. */
export const methodWords = new Map<unknown, Sentence>([
  ['password', say('By password')],
  ['passkey', say('By passkey')],
  ['code', say('By password and code')],
  ['recovery-code', say('By password and recovery code')],
  ['registration', say('On registration')],
])

const whyWords = new Map<unknown, Sentence>([
  ['logout', say('Signed out')],
  ['replaced', say('Signed in anew')],
  ['expired', say('It had run out')],
  ['ended', say('Ended from another session')],
  ['not-me', say('You said that it was not you')],
  ['password-changed', say('The password was changed')],
  ['password-reset', say('The password was reset')],
  ['two-factor', say('Two-factor sign-in was changed')],
  ['guessing', say('Too many wrong guesses')],
  ['locked', say('The account was locked')],
  ['everyone', say('The operator signed everyone out')],
  ['leaving', say('The account was to be deleted')],
  ['returned', say('The account had returned')],
])
