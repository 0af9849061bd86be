import { msg, type Message } from '@foyer/i18n'

import { ValidationError } from '#app/platform/errors.ts'
import { isPasswordTooLong, lengthProblem } from '#app/platform/validation/password-length.ts'

import { type BreachSources, isBreached } from './breached-passwords.ts'

export interface PasswordPolicy extends BreachSources {
  /** Counted in code points. */
  passwordMinLength: number
  appName: string
  name?: string
  email?: string
}

/** The requirements of the operator. A caller adds the name and the address that a password must not contain. */
export function passwordPolicy({
  config,
  log,
}: {
  config: Omit<PasswordPolicy, 'log'>
  log: PasswordPolicy['log']
}): PasswordPolicy {
  return { ...config, log }
}

/** @throws ValidationError for an easily guessed password */
export async function requireStrongPassword(
  password: string,
  policy: PasswordPolicy,
): Promise<void> {
  const problem = await passwordProblem(password, policy)
  if (problem) throw new ValidationError({ password: problem })
}

/** Null when the password is acceptable. There are no composition rules: only length and guessability count. */
export async function passwordProblem(
  password: string,
  { passwordMinLength, ...policy }: PasswordPolicy,
): Promise<Message | null> {
  if (isPasswordTooLong(password)) return msg('Use a shorter password.')
  const tooShort = lengthProblem(password, passwordMinLength)
  if (tooShort) return tooShort
  if (/\p{Cs}/u.test(password)) return msg('Use only characters you can type.')

  const normalized = password.normalize('NFKC').toLowerCase()
  if (personalWords(policy).some((name) => normalized.includes(name))) {
    return msg('Use a password that doesn\'t contain your name, your email address or "{app}".', {
      app: policy.appName,
    })
  }
  if (isRepetitive(normalized)) return msg("Use a password that doesn't repeat itself.")
  if (await isCommonPassword(normalized)) {
    return msg('That password is too common. Choose another.')
  }
  if (await isBreached(policy, password)) {
    return msg('That password has appeared in a data breach. Choose another.')
  }
  return null
}

/** Shorter words occur in too many unrelated passwords. */
export const minNameLength = 4

function personalWords({
  name = '',
  email = '',
  appName,
}: Omit<PasswordPolicy, 'passwordMinLength' | keyof BreachSources>): string[] {
  const local = email.split('@')[0] ?? ''
  return [email, local, appName, ...name.split(/\s+/), ...local.split(/[.+_-]/)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => [...word].length >= minNameLength)
}

/** One short piece repeated, the last one possibly cut. */
function isRepetitive(text: string): boolean {
  return [1, 2, 3, 4, 5, 6, 7].some(
    (period) => period * 2 <= text.length && text.startsWith(text.slice(period)),
  )
}

async function isCommonPassword(normalized: string): Promise<boolean> {
  const { words, adjacency } = await loadDictionary()
  return (
    spellingVariants(normalized).some((word) => words.has(word)) ||
    isKeyboardWalk(normalized, adjacency)
  )
}

/** The text, its reverse, and both without surrounding symbols and leetspeak. */
function spellingVariants(normalized: string): string[] {
  const simplified = [
    trimNonLetters(normalized),
    trimNonLetters(undoLeetspeak(normalized)),
    undoLeetspeak(trimNonLetters(normalized)),
  ].filter((core) => normalized.length - core.length <= maxDecoration)
  return [normalized, ...simplified].flatMap((text) => [text, [...text].toReversed().join('')])
}

function trimNonLetters(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function undoLeetspeak(text: string): string {
  return text.replace(/[0134578@$!]/g, (character) => leetLetters[character] ?? character)
}

const maxDecoration = 6
const leetLetters: Record<string, string> = {
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

type AdjacencyGraph = Record<string, readonly (string | null)[]>

/** Whether at least three quarters of the steps go to an adjacent key or code point. */
function isKeyboardWalk(normalized: string, adjacency: AdjacencyGraph): boolean {
  const characters = [...normalized]
  const steps = characters.filter((character, at) => {
    const previous = characters[at - 1]
    if (previous === undefined) return false
    const isSequential = Math.abs(codePoint(character) - codePoint(previous)) <= 1
    return isSequential || adjacency[previous]?.some((key) => key?.includes(character))
  })
  return steps.length >= (characters.length - 1) * 0.75
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0
}

let dictionaryPromise:
  | Promise<{ words: ReadonlySet<string>; adjacency: AdjacencyGraph }>
  | undefined

/** Loaded on first use: half a megabyte that only choosing a password needs. */
function loadDictionary() {
  dictionaryPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ adjacencyGraphs, dictionary }) => ({
      words: new Set(dictionary['passwords-common']),
      adjacency: adjacencyGraphs.qwerty,
    }),
  )
  return dictionaryPromise
}
