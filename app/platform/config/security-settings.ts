import { day, minute } from '#app/platform/lib/durations.ts'
import { parseIpRange } from '#app/platform/validation/ip-addresses.ts'

import { commaSeparated, type EnvReader, integerBetween, invalid, oneOf } from './env-reader.ts'
import { parseServiceUrl } from './setting-parsers.ts'
import { readTeamSettings } from './team-settings.ts'

export interface SessionTimes {
  /** Maximum time without activity. */
  idleMs: number
  /** The idle timeout with "Keep me signed in". */
  rememberedIdleMs: number
  /** However active. */
  maxMs: number
}

export interface AdminSettings {
  /** Whether there is an admin area. */
  admin: boolean
  /** Networks that reach the admin area; empty means any. */
  adminNetworks: string[]
  /** How old a session may be there, however active. */
  adminSessionMs: number
  /** Whether there is a management API. */
  managementApi: boolean
  /** Networks that reach the management API; empty means any. */
  managementNetworks: string[]
  /** Networks that may read /metrics besides this machine. */
  metricsNetworks: string[]
}

export function readSecuritySettings(env: EnvReader) {
  return {
    ...readPasswordSettings(env),
    ...readSignInSettings(env),
    ...readAdminSettings(env),
    ...readTeamSettings(env),
  }
}

function readPasswordSettings(env: EnvReader) {
  return {
    passwordMinLength: env.read('PASSWORD_MIN_LENGTH', 12, integerBetween(8, 128)),
    breachedPasswords: env.read<string | null>('BREACHED_PASSWORDS', null, (text) => text),
    passwordHistory: env.read('PASSWORD_HISTORY', 0, integerBetween(0, 24)),
    emailCodes: env.read('EMAIL_CODES', 'on', oneOf('on', 'off')) === 'on',
    pwnedPasswordsUrl: env.read<string | null>('PWNED_PASSWORDS_URL', null, parseServiceUrl),
  }
}

function readAdminSettings(env: EnvReader): AdminSettings {
  return {
    admin: env.read('ADMIN', 'on', oneOf('on', 'off')) === 'on',
    adminNetworks: env.read<string[]>('ADMIN_NETWORKS', [], parseNetworks),
    adminSessionMs: env.read('ADMIN_SESSION_MINUTES', 480, integerBetween(15, 10_080)) * minute,
    managementApi: env.read('MANAGEMENT_API', 'off', oneOf('on', 'off')) === 'on',
    managementNetworks: env.read<string[]>('MANAGEMENT_NETWORKS', [], parseNetworks),
    metricsNetworks: env.read<string[]>('METRICS_NETWORKS', [], parseNetworks),
  }
}

function readSignInSettings(env: EnvReader) {
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
  const requireTwoFactor = env.read('REQUIRE_TWO_FACTOR', '0', oneOf('0', '1')) === '1'
  const singleSession = env.read('SINGLE_SESSION', '0', oneOf('0', '1')) === '1'
  const newDeviceCode = env.read('NEW_DEVICE_CODE', '1', oneOf('0', '1')) === '1'
  const trustedDeviceDays = env.read('TRUSTED_DEVICE_DAYS', 30, integerBetween(0, 90))
  const recoveryWaitHours = env.read('RECOVERY_WAIT_HOURS', 72, integerBetween(0, 720))
  return {
    confirmationMinutes,
    sessionLengths,
    requireTwoFactor,
    singleSession,
    trustedDeviceDays,
    newDeviceCode,
    recoveryWaitHours,
  }
}

function parseNetworks(text: string): string[] {
  return commaSeparated(text).map(
    (item) =>
      parseIpRange(item) ??
      invalid(`must list IP addresses or networks, such as 10.0.0.0/8; "${item}" is neither.`),
  )
}
