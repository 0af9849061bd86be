import { isIP } from 'node:net'

import { parseEmail } from '#app/platform/validation/email-address.ts'

import {
  type EnvReader,
  commaSeparated,
  oneOf,
  urlWithScheme,
  integerBetween,
  invalid,
} from './env-reader.ts'

export type AppEnv = 'local' | 'staging' | 'production'

export interface MailAddress {
  name: string
  address: string
}

/** Null credentials are generated and stored in the storage folder; `provider` is set when an external server is used. */
export interface ChannelsConfig {
  appId: string | null
  key: string | null
  secret: string | null
  provider: { host: string; port: number; scheme: 'http' | 'https' } | null
}

export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
}

export function parseRedisUrl(text: string): string {
  return urlWithScheme('redis', 'rediss')(text).href
}

/** An origin without a path. Browsers reject passkeys on IP addresses, so the host must be a name. */
export function parseAppOrigin(text: string): URL {
  const url = urlWithScheme('http', 'https')(text)
  if (url.href !== `${url.origin}/`)
    invalid('must be an origin such as https://example.com, without a path.')
  if (isIP(url.hostname.replace(/[[\]]/g, ''))) {
    invalid('must use a name such as localhost or example.com, not an IP address.')
  }
  return url
}

export function parseListenHost(text: string): string {
  if (isIP(text) || /^[a-z0-9.-]{1,253}$/i.test(text)) return text
  return invalid(`must be an address to listen on, such as 127.0.0.1 or 0.0.0.0, not "${text}".`)
}

export function parseDatabaseUrl(text: string): string {
  if (/^sqlite:(?!:memory:)[^?]+$/.test(text)) return text
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  return invalid('must be sqlite:<path of a file> or postgres://<user>@<host>/<database>.')
}

/** @returns in ASCII, lower case */
export function parseEmailDomain(text: string): string {
  const address = parseEmail(`a@${text}`)
  return (
    address?.key.slice(2) ?? invalid(`must list domains such as example.com; "${text}" is none.`)
  )
}

export function parseHeaderName(text: string): string {
  if (/^[a-z0-9-]{1,60}$/i.test(text)) return text.toLowerCase()
  return invalid(`must be a header name, such as CF-IPCountry, not "${text}".`)
}

export function parseMailUrl(text: string): string {
  if (/^file:.+/.test(text)) return text
  if (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)) return text
  return invalid('must be smtp://<host>, smtps://<host> or file:<folder>.')
}

/** @param text  `Name <address>` or `address` */
export function parseMailAddress(text: string, appName: string): MailAddress {
  const [, name = '', bracketed = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(bracketed)) {
    invalid('must be an email address, alone or as Name <address>.')
  }
  return { name: name.trim().replaceAll('"', '') || appName, address: bracketed }
}

/** @param text  an email address or an https: URL @returns a URI */
export function parseSecurityContact(text: string): string {
  if (/^[^\s@<>":/]+@[^\s@<>"/]+$/.test(text)) return `mailto:${text}`
  if (/^https:\/\/\S+$/.test(text) && URL.canParse(text)) return text
  return invalid('must be an email address or an https:// address.')
}

export function parseServiceUrl(text: string): string {
  const { protocol, hostname, href } = urlWithScheme('http', 'https')(text)
  if (protocol === 'https:' || isLoopback(hostname)) return href
  return invalid('must begin with https://, unless the service is on this machine.')
}

export function parseTrustedProxies(text: string): string[] {
  return commaSeparated(text).map((item) => {
    const [ip = '', bits] = item.split('/')
    const maxPrefix = isIP(ip) === 4 ? 32 : 128
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxPrefix)
    if (item === 'loopback' || (isIP(ip) && isNetwork)) return item
    return invalid(`must list IP addresses or networks, such as 10.0.0.0/8; "${item}" is neither.`)
  })
}

export function parseKey(text: string): Buffer {
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return (
    bytes ?? invalid('must be 32 random bytes in base64. Make one with: openssl rand -base64 32')
  )
}

export function readChannelsConfig(env: EnvReader): ChannelsConfig {
  const host = env.read<string | null>('CHANNELS_HOST', null, parseHostName)
  const port = env.read('CHANNELS_PORT', 443, integerBetween(1, 65_535))
  const scheme = env.read('CHANNELS_SCHEME', 'https', oneOf('http', 'https'))
  const credential = (name: string, read: (text: string) => string) => {
    if (host && !env.text(name)) env.problems.push(`${name} must be set when CHANNELS_HOST is.`)
    return env.read<string | null>(name, null, read)
  }
  return {
    appId: credential('CHANNELS_APP_ID', parseIdentifier),
    key: credential('CHANNELS_KEY', parseIdentifier),
    secret: credential('CHANNELS_SECRET', parseChannelsSecret),
    provider: host ? { host, port, scheme } : null,
  }
}

function parseHostName(text: string): string {
  if (/^[a-z0-9.-]{1,253}$/i.test(text)) return text
  return invalid(`must be a host name, such as ws.example.com, not "${text}".`)
}

function parseIdentifier(text: string): string {
  return /^[\w-]{1,100}$/.test(text) ? text : invalid('must contain only letters, digits, - and _.')
}

function parseChannelsSecret(text: string): string {
  if (text.length >= 16) return text
  return invalid('must be at least 16 characters. Make one with: openssl rand -hex 32')
}

interface Settings {
  env: AppEnv
  appUrl: URL
  testClock: boolean
  webhooksAllowPrivate: boolean
  channels: Pick<ChannelsConfig, 'provider'>
  countryHeader: string | null
  trustProxy: string[]
}

/** Rejects settings that are fine on a developer's machine but unsafe in production. */
export function rejectUnsafeSettings(
  env: EnvReader,
  settings: Settings,
  appKey: Buffer | null,
  isCli: boolean,
): void {
  const isLocal = isLoopback(settings.appUrl.hostname)
  const problemIf = (when: boolean, message: string) => when && env.problems.push(message)

  if (settings.env === 'local') {
    problemIf(!isLocal, 'APP_ENV can be local only while APP_URL is on localhost. Use staging.')
  }
  problemIf(
    settings.countryHeader !== null && settings.trustProxy.length === 0,
    'COUNTRY_HEADER needs TRUST_PROXY: only a trusted proxy may set it.',
  )
  if (settings.env !== 'production') return
  problemIf(settings.testClock, 'TEST_CLOCK cannot be on in production.')
  problemIf(
    settings.webhooksAllowPrivate,
    'WEBHOOKS_ALLOW_PRIVATE cannot be on in production: webhooks could reach internal services.',
  )
  problemIf(
    appKey !== null && looksGuessable(appKey),
    'APP_KEY does not look random. Make one with: openssl rand -base64 32',
  )
  if (isCli) return
  const { provider } = settings.channels
  problemIf(
    provider?.scheme === 'http' && !isLoopback(provider.host),
    'CHANNELS_SCHEME must be https in production, or messages would be sent unencrypted.',
  )
  problemIf(!env.text('MAIL_URL'), 'MAIL_URL must be set in production, or no email would be sent.')
  problemIf(
    settings.appUrl.protocol === 'http:' && !isLocal,
    'APP_URL must begin with https:// in production, or passwords would be sent unencrypted.',
  )
}

/** Random bytes rarely repeat and are never all printable ASCII. */
function looksGuessable(bytes: Buffer): boolean {
  return new Set(bytes).size < 20 || bytes.every((byte) => byte >= 32 && byte < 127)
}
