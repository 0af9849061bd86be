import { say, type Sentence } from '@foyer/sentences'

import { isBreached } from './breached-passwords.ts'
import { isTooLong } from './password-hash.ts'

export interface PasswordSetting {
  /** In code points. */
  minLength: number
  appName: string
  /** A file of stolen ones, where the operator keeps one. */
  breachedPasswords: string | null
  /** Of the person who chooses, as far as known. */
  name?: string
  email?: string
}

/** Null when the password is good enough. There are no rules of composition: length and not being guessable is all. */
export async function passwordProblem(
  password: string,
  { minLength, breachedPasswords, ...about }: PasswordSetting,
): Promise<Sentence | null> {
  if (isTooLong(password)) return say('Use a shorter password.')
  const isShort = lengthProblem(password, minLength)
  if (isShort) return isShort
  if (/\p{Cs}/u.test(password)) return say('Use characters that can be typed.')

  const plain = password.normalize('NFKC').toLowerCase()
  if (namesOf(about).some((name) => plain.includes(name))) {
    return say('Use a password without your name, your address or “{app}” in it.', {
      app: about.appName,
    })
  }
  if (repeats(plain)) return say('Use a password that does not repeat itself.')
  if (await isGuessed(plain)) {
    return say('That password is among the first that anyone would try. Choose another.')
  }
  if (breachedPasswords && (await isBreached(breachedPasswords, password))) {
    return say('That password was stolen somewhere and is known to thieves. Choose another.')
  }
  return null
}

/** Null when the password has enough code points. */
export function lengthProblem(password: string, minLength: number): Sentence | null {
  if ([...password].length >= minLength) return null
  return say('Use at least {min} characters. A few words you can remember are fine.', {
    min: minLength,
  })
}

/** Shorter words are in too many innocent ones. */
const shortestName = 4

function namesOf({
  name = '',
  email = '',
  appName,
}: Omit<PasswordSetting, 'minLength' | 'breachedPasswords'>): string[] {
  const local = email.split('@')[0] ?? ''
  return [email, local, appName, ...name.split(/\s+/), ...local.split(/[.+_-]/)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => [...word].length >= shortestName)
}

/** One short piece over and over, the last perhaps cut. */
function repeats(text: string): boolean {
  return [1, 2, 3, 4, 5, 6, 7].some(
    (period) => period * 2 <= text.length && text.startsWith(text.slice(period)),
  )
}

async function isGuessed(plain: string): Promise<boolean> {
  const { words, neighbours } = await guesses()
  return spellings(plain).some((word) => words.has(word)) || isWalk(plain, neighbours)
}

/** The text itself, backwards, and without the usual disguise: signs around it, digits for letters. */
function spellings(plain: string): string[] {
  const undisguised = [bare(plain), bare(asLetters(plain)), asLetters(bare(plain))].filter(
    (core) => plain.length - core.length <= mostDecoration,
  )
  return [plain, ...undisguised].flatMap((text) => [text, [...text].toReversed().join('')])
}

function bare(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function asLetters(text: string): string {
  return text.replace(/[0134578@$!]/g, (sign) => letters[sign] ?? sign)
}

const mostDecoration = 6
const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

type Neighbours = Record<string, readonly (string | null)[]>

/** A finger that mostly moves to the next key, or counts up or down. */
function isWalk(plain: string, neighbours: Neighbours): boolean {
  const signs = [...plain]
  const steps = signs.filter((sign, at) => {
    const before = signs[at - 1]
    if (before === undefined) return false
    const counted = Math.abs(code(sign) - code(before)) <= 1
    return counted || neighbours[before]?.some((key) => key?.includes(sign))
  })
  return steps.length >= (signs.length - 1) * 0.75
}

function code(sign: string): number {
  return sign.codePointAt(0) ?? 0
}

let loaded: Promise<{ words: ReadonlySet<string>; neighbours: Neighbours }> | undefined

/** Half a megabyte that only choosing a password needs, so it is read the first time someone does. */
function guesses() {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ adjacencyGraphs, dictionary }) => ({
    words: new Set(dictionary['passwords-common']),
    neighbours: adjacencyGraphs.qwerty,
  }))
  return loaded
}
