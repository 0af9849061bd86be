import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import type { Setting } from '#app/pages.ts'

import { readOrCreateAppKeys, withStorageErrors } from './app-keys.ts'
import { type BucketConfig, readBucketSettings } from './bucket-settings.ts'
import { type DatabaseSettings, readDatabaseSettings } from './database-settings.ts'
import {
  EnvReader,
  type EnvVariables,
  commaSeparated,
  oneOf,
  integerBetween,
  fileOrStdout,
} from './env-reader.ts'
import { createStorageDir } from './key-files.ts'
import { type ProviderConfig, readProviderSettings } from './provider-settings.ts'
import { type AdminSettings, readSecuritySettings, type SessionTimes } from './security-settings.ts'
import {
  parseListenHost,
  type AppEnv,
  parseAppOrigin,
  parseHeaderName,
  isLoopback,
  parseKey,
  parseMailUrl,
  readChannelsConfig,
  rejectUnsafeSettings,
  parseMailAddress,
  parseSecurityContact,
  parseRedisUrl,
  parseTrustedProxies,
  type ChannelsConfig,
  type MailAddress,
} from './setting-parsers.ts'
import { readSignUpSettings, type SignUpSettings } from './sign-up-settings.ts'
import type { TeamSettings } from './team-settings.ts'
import { readTelemetrySettings, type TelemetrySettings } from './telemetry-settings.ts'

export interface Config extends AdminSettings, DatabaseSettings, SignUpSettings {
  env: AppEnv
  appName: string
  host: string
  /** The port; with `PORT=0` it is 0 until `setListeningPort`. */
  port: number
  /** The public URL: the only source of links, cookie flags and allowed hosts. Its path is `/`. */
  appUrl: URL
  origin: string
  appKeys: AppKeys
  /** Path of the key file; null when APP_KEY is set. */
  appKeyFile: string | null
  storageDir: string
  /** Stores photos and exports; null stores them in the storage folder. */
  bucket: BucketConfig | null
  redisUrl: string | null
  /** `file:<folder>`, `smtp://…` or `smtps://…` */
  mailUrl: string
  mailFrom: MailAddress
  /** Where to report vulnerabilities, as a URI; null publishes no contact. */
  securityContact: string | null
  trustProxy: string[]
  /** Lower-case name of the header in which a trusted proxy sends the visitor's country. */
  countryHeader: string | null
  workers: number
  /** Counted in code points. */
  passwordMinLength: number
  breachedPasswords: string | null
  /** How many previous passwords are refused besides the current one. 0 keeps none, and allows a reset to the current one. */
  passwordHistory: number
  /** A service of the Pwned Passwords protocol; null sends nothing anywhere. */
  pwnedPasswordsUrl: string | null
  /** Six-digit codes in mails: to sign in, and beside the links of verification and password reset. */
  emailCodes: boolean
  /** How long a confirmation counts. */
  confirmationMinutes: Record<ConfirmationLevel, number>
  sessionLengths: SessionTimes
  requireTwoFactor: boolean
  /** A sign-in ends all other sessions of the account. */
  singleSession: boolean
  /** A password on a device never seen before also needs a mailed code, unless a second factor follows. */
  newDeviceCode: boolean
  /** How long a device may skip the second factor; 0 never. */
  trustedDeviceDays: number
  /** The wait before an account without its mailbox is recovered; 0 switches such recovery off. */
  recoveryWaitHours: number
  /** Providers to sign in with, in the order of the buttons. */
  providers: ProviderConfig[]
  /** Domains whose accounts sign in with the provider of that domain only. */
  requireProvider: string[]
  /** Null without teams. */
  teams: TeamSettings | null
  testClock: boolean
  /** Allows webhooks to http URLs and private networks, for development. */
  webhooksAllowPrivate: boolean
  /** Days until IP addresses and user agents are erased from the event log. */
  historyRetentionDays: number
  /** Recipient of the daily checkpoint mail; null sends none. */
  checkpointMail: MailAddress | null
  /** `stdout`, or the file that every event of an account is written to; null writes none. */
  auditLog: string | null
  /** Null unless OpenTelemetry is asked for. */
  telemetry: TelemetrySettings | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
  channels: ChannelsConfig
  /** All settings as administrators see them. */
  settings: Setting[]
}

export interface AppKeys {
  /** 32 bytes. Encrypts and signs. */
  current: Buffer
  /** Earlier keys, which still decrypt and verify. */
  previous: Buffer[]
}

/**
 * Reads and validates the whole environment; creates the storage folder and the application key when missing.
 *
 * @param isCli  skips the checks of mail and public URL, which the CLI does not need
 * @throws ConfigError with every problem, one sentence each
 */
export function readConfig(variables: EnvVariables, { isCli = false } = {}): Config {
  const env = new EnvReader(variables)
  const network = readNetworkSettings(env)
  const storageDir = env.read('STORAGE_DIR', 'storage', String)
  const appName = env.read('APP_NAME', 'Foyer', String)
  const noReply = { name: appName, address: `no-reply@${network.appUrl.hostname}` }

  const settings = {
    ...network,
    ...readSecuritySettings(env),
    appName,
    storageDir,
    bucket: readBucketSettings(env),
    ...readDatabaseSettings(env, storageDir),
    redisUrl: env.read<string | null>('REDIS_URL', null, parseRedisUrl),
    mailUrl: env.read('MAIL_URL', `file:${join(storageDir, 'mail')}`, parseMailUrl),
    mailFrom: env.read('MAIL_FROM', noReply, (text) => parseMailAddress(text, appName)),
    securityContact: env.read<string | null>('SECURITY_CONTACT', null, parseSecurityContact),
    trustProxy: env.read<string[]>('TRUST_PROXY', [], parseTrustedProxies),
    countryHeader: env.read<string | null>('COUNTRY_HEADER', null, parseHeaderName),
    workers: env.read('WORKERS', 1, (text) =>
      text === 'auto' ? availableParallelism() : integerBetween(1, 256)(text),
    ),
    ...readSignUpSettings(env, network.env),
    ...readProviderSettings(env),
    historyRetentionDays: env.read('HISTORY_RETENTION_DAYS', 180, integerBetween(1, 36_500)),
    checkpointMail: env.read<MailAddress | null>('CHECKPOINT_MAIL', null, (text) =>
      parseMailAddress(text, appName),
    ),
    auditLog: env.read<string | null>('AUDIT_LOG', null, fileOrStdout),
    telemetry: readTelemetrySettings(env),
    testClock: env.read('TEST_CLOCK', '0', oneOf('0', '1')) === '1',
    logLevel: env.read(
      'LOG_LEVEL',
      'info',
      oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
    ),
    channels: readChannelsConfig(env),
  }
  const appKey = env.read<Buffer | null>('APP_KEY', null, parseKey)
  const previous = env.read<Buffer[]>('APP_PREVIOUS_KEYS', [], (text) =>
    commaSeparated(text).map(parseKey),
  )

  rejectUnsafeSettings(env, settings, appKey, isCli)
  env.throwIfInvalid()
  withStorageErrors(() => createStorageDir(storageDir))
  const [current, ...replacedKeys] = appKey ? [appKey] : readOrCreateAppKeys(settings)
  if (!current) throw new Error('No application key')
  const appKeyFile = appKey ? null : join(storageDir, 'app.key')
  const appKeys = { current, previous: [...replacedKeys, ...previous] }
  return { ...settings, appKeyFile, appKeys, settings: env.settings() }
}

/** Sets the port chosen for `PORT=0`, also in `appUrl` and `origin`: read these per request, not at startup. */
export function setListeningPort(config: Config, port: number): void {
  const { appUrl } = config
  if (config.port !== 0) return
  config.port = port
  if (appUrl.port !== '0') return
  config.appUrl = new URL(appUrl.href.replace(/:0\/$/, `:${port}/`))
  config.origin = config.appUrl.origin
}

function readNetworkSettings(env: EnvReader) {
  const port = env.read('PORT', 3000, integerBetween(0, 65_535))
  const appUrl = env.read('APP_URL', new URL(`http://localhost:${port}`), parseAppOrigin)
  const defaultEnv = isLoopback(appUrl.hostname) ? 'local' : 'production'
  return {
    host: env.read('HOST', '127.0.0.1', parseListenHost),
    port,
    appUrl,
    origin: appUrl.origin,
    env: env.read<AppEnv>('APP_ENV', defaultEnv, oneOf('local', 'staging', 'production')),
    webhooksAllowPrivate: env.read('WEBHOOKS_ALLOW_PRIVATE', '0', oneOf('0', '1')) === '1',
  }
}
