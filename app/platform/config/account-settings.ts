import { day, minute } from '#app/platform/lib/durations.ts'

import { type EnvReader, integerBetween } from './env-reader.ts'
import { parseServiceUrl } from './parsers.ts'

export interface SessionLengths {
  /** Without activity. */
  idleMs: number
  /** The same with "Keep me signed in". */
  rememberedIdleMs: number
  /** However active. */
  maxMs: number
}

export function readPasswordSettings(env: EnvReader) {
  return {
    passwordMinLength: env.read('PASSWORD_MIN_LENGTH', 12, integerBetween(8, 128)),
    breachedPasswords: env.read<string | null>('BREACHED_PASSWORDS', null, (text) => text),
    passwordHistory: env.read('PASSWORD_HISTORY', 0, integerBetween(0, 24)),
    pwnedPasswordsUrl: env.read<string | null>('PWNED_PASSWORDS_URL', null, parseServiceUrl),
  }
}

export function readDurations(env: EnvReader) {
  const confirmationMinutes = {
    standard: env.read('CONFIRMATION_MINUTES', 180, integerBetween(5, 1440)),
    sensitive: env.read('SENSITIVE_CONFIRMATION_MINUTES', 15, integerBetween(5, 60)),
  }
  const sessionLengths = {
    idleMs: env.read('SESSION_IDLE_MINUTES', 120, integerBetween(5, 1440)) * minute,
    rememberedIdleMs: env.read('SESSION_REMEMBERED_DAYS', 30, integerBetween(1, 400)) * day,
    maxMs: env.read('SESSION_MAX_DAYS', 90, integerBetween(1, 400)) * day,
  }
  if (confirmationMinutes.sensitive > confirmationMinutes.standard)
    env.problems.push('SENSITIVE_CONFIRMATION_MINUTES must not exceed CONFIRMATION_MINUTES.')
  if (sessionLengths.rememberedIdleMs > sessionLengths.maxMs)
    env.problems.push('SESSION_REMEMBERED_DAYS must not exceed SESSION_MAX_DAYS.')
  return { confirmationMinutes, sessionLengths }
}
