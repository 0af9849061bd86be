import { say, type Sentence, type Text } from '@foyer/sentences'

import type { EventRow } from '#app/pages.ts'

/** What the record says besides, on one line: a name, from what to what, how often; null when there is nothing. */
export function eventNote(t: Text, { type, data }: Pick<EventRow, 'type' | 'data'>): string | null {
  const { name, before, after, from, to, count, left, place, method, why } = data
  if (type === 'profile.updated' || type === 'profile.restored')
    return profileNote(t, Object(before), Object(after))
  if (typeof before === 'string' && typeof after === 'string') return t(arrow(before, after))
  if (typeof from === 'string' && typeof to === 'string') return t(arrow(from, to))
  if (typeof count === 'number') return t.n(count, 'Once', '{count} times')
  if (typeof left === 'number') return t.n(left, 'One is left', '{count} are left')
  const sentence = methodWords.get(method) ?? whyWords.get(why)
  if (sentence && type !== 'token.revoked') return t(sentence)
  const plain = [name, Object(after).name, to, data['email'], place]
  return plain.find((it) => typeof it === 'string') ?? null
}

type Fields = Record<string, unknown>

function profileNote(t: Text, before: Fields, after: Fields): string | null {
  const field = ['name', 'locale', 'timezone'].find((it) => before[it] !== after[it])
  if (!field) return null
  return t(arrow(String(before[field] ?? '–'), String(after[field] ?? '–')))
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
  ['leaving', say('The account was leaving')],
  ['returned', say('The account had returned')],
])
