import { existsSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import {
  ConfigError,
  EnvReader,
  commaSeparated,
  oneOf,
  urlWithScheme,
  integerBetween,
} from './env-reader.ts'
import type { EnvVariables } from './env-reader.ts'
import { createStorageDir, readOrCreateKeys } from './key-files.ts'
import {
  parseListenHost,
  type AppEnv,
  parseAppOrigin,
  parseDatabaseUrl,
  parseHeaderName,
  isLoopback,
  parseKey,
  parseMailUrl,
  readChannelsConfig,
  rejectUnsafeSettings,
  parseMailAddress,
  parseTrustedProxies,
} from './parsers.ts'
import type { ChannelsConfig, MailAddress } from './parsers.ts'

export interface Config {
  env: AppEnv
  appName: string
  host: string
  /** 0 until the system has chosen one: see `listeningOn`. */
  port: number
  /** The public address: the only source of links, cookie security and allowed hosts. Its path is `/`. */
  appUrl: URL
  /** `appUrl` as browsers write it in an Origin header. */
  origin: string
  appKeys: AppKeys
  /** Where the keys are kept; null when the environment gives the present one. */
  appKeyFile: string | null
  storageDir: string
  /** `sqlite:<path>` or `postgres://…` */
  databaseUrl: string
  redisUrl: string | null
  /** `file:<folder>`, `smtp://…` or `smtps://…` */
  mailUrl: string
  mailFrom: MailAddress
  /** Addresses and networks whose forwarded headers are believed. */
  trustProxy: string[]
  /** In small letters: where a trusted proxy writes the visitor's country; null when none does. */
  countryHeader: string | null
  workers: number
  registration: 'open' | 'closed'
  /** In code points. */
  passwordMinLength: number
  /** A file of stolen passwords, see breached-passwords.ts; null when there is none. */
  breachedPasswords: string | null
  /** Nobody goes on with a password alone. */
  requireTwoFactor: boolean
  testClock: boolean
  /** After so many days the record forgets addresses and browsers. */
  historyRetentionDays: number
  /** Who gets each day's checkpoint by mail; null for nobody. */
  checkpointMail: MailAddress | null
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
  channels: ChannelsConfig
}

export interface AppKeys {
  /** 32 bytes. Seals and signs. */
  current: Buffer
  /** These still open and verify. */
  previous: Buffer[]
}

/**
 * Reads and checks the whole environment; makes the storage folder and the application's key when they are missing.
 *
 * @param isCli  the operator's tool needs neither mail nor a public address, so their absence is no reason to refuse
 * @throws ConfigError with every problem, one sentence each
 */
export function readConfig(variables: EnvVariables, { isCli = false } = {}): Config {
  const env = new EnvReader(variables)
  const network = readNetworkSettings(env)
  const storageDir = env.text('STORAGE_DIR') ?? 'storage'
  const appName = env.text('APP_NAME') ?? 'Foyer'
  const noReply = { name: appName, address: `no-reply@${network.appUrl.hostname}` }

  const settings = {
    ...network,
    appName,
    storageDir,
    databaseUrl: env.read(
      'DATABASE_URL',
      `sqlite:${join(storageDir, 'foyer.sqlite')}`,
      parseDatabaseUrl,
    ),
    redisUrl: env.read<string | null>(
      'REDIS_URL',
      null,
      (text) => urlWithScheme('redis', 'rediss')(text).href,
    ),
    mailUrl: env.read('MAIL_URL', `file:${join(storageDir, 'mail')}`, parseMailUrl),
    mailFrom: env.read('MAIL_FROM', noReply, (text) => parseMailAddress(text, appName)),
    trustProxy: env.read<string[]>('TRUST_PROXY', [], parseTrustedProxies),
    countryHeader: env.read<string | null>('COUNTRY_HEADER', null, parseHeaderName),
    workers: env.read('WORKERS', 1, (text) =>
      text === 'auto' ? availableParallelism() : integerBetween(1, 256)(text),
    ),
    registration: env.read('REGISTRATION', 'open', oneOf('open', 'closed')),
    passwordMinLength: env.read('PASSWORD_MIN_LENGTH', 12, integerBetween(8, 128)),
    breachedPasswords: env.read<string | null>('BREACHED_PASSWORDS', null, (text) => text),
    requireTwoFactor: env.read('REQUIRE_TWO_FACTOR', '0', oneOf('0', '1')) === '1',
    historyRetentionDays: env.read('HISTORY_RETENTION_DAYS', 180, integerBetween(1, 36_500)),
    checkpointMail: env.read<MailAddress | null>('CHECKPOINT_MAIL', null, (text) =>
      parseMailAddress(text, appName),
    ),
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
  if (!current) throw new Error('There is always a key.')
  const appKeyFile = appKey ? null : join(storageDir, 'app.key')
  return { ...settings, appKeyFile, appKeys: { current, previous: [...replacedKeys, ...previous] } }
}

/**
 * Fills in the port the system chose, and with it an address that was not given. Only for `PORT=0`: whoever reads
 * `appUrl` or `origin` then reads it when a request comes, not while the application is built.
 */
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
  }
}

function readOrCreateAppKeys({
  storageDir,
  databaseUrl: url,
}: Pick<Config, 'storageDir' | 'databaseUrl'>) {
  const path = join(storageDir, 'app.key')
  if (!existsSync(path) && databaseHasData(url)) throw new ConfigError([missingKeyMessage(path)])
  const keys = withStorageErrors(() => readOrCreateKeys(storageDir, 'app.key'))
  if (keys.every(({ length }) => length === 32)) return keys
  throw storageError(
    `${path} does not hold 32 bytes in base64. Put the right key back from a backup.`,
  )
}

/** What a database's key has sealed opens with no other, so a new one is made only for a new database. */
function missingKeyMessage(path: string): string {
  return `APP_KEY is missing: there is a database, but not its key ${path}. Put the key back from a backup, or set APP_KEY.`
}

/** Of PostgreSQL we know only once it has been asked: see `keyFits`. */
function databaseHasData(url: string): boolean {
  const path = url.replace(/^sqlite:/, '')
  return path !== url && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function withStorageErrors<T>(use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw storageError(error instanceof Error ? `${error.message}.` : 'it cannot be made.')
  }
}

function storageError(why: string): ConfigError {
  return new ConfigError([`STORAGE_DIR cannot be used: ${why}`])
}
