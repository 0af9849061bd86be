import { createPrivateKey, type KeyObject } from 'node:crypto'

import { commaSeparated, type EnvReader, invalid, oneOf, urlWithScheme } from './env-reader.ts'
import { parseEmailDomain } from './setting-parsers.ts'

/** A provider that people may sign in with. */
export interface ProviderConfig {
  /** Its name in URLs and settings, such as `google`. */
  id: string
  /** Its name on buttons and in mails. */
  label: string
  /** GitHub has no ID tokens; everyone else speaks OpenID Connect. */
  protocol: 'openid' | 'github'
  /** The issuer; for GitHub the origin of its pages. */
  issuer: URL
  clientId: string
  /** For Apple, the key that signs a new client secret for each request. */
  clientSecret: string | ClientKey
  scope: string
  /** How the callback arrives: in the query of the URL, or as a form posted by the provider's page. */
  responseMode: 'query' | 'form_post'
  /** Values of the claims `amr` and `acr` that count as a second factor here; empty always asks for our own. */
  secondFactors: string[]
  /** Domains of addresses that belong to this provider, in ASCII and lower case, without their subdomains. */
  domains: string[]
  /** Whether it can be asked to authenticate the user again, and reports the time. */
  confirms: boolean
  /** Whether it may end sessions here with a logout token. */
  backchannelLogout: boolean
  /** Whether linked accounts are checked once a day with their refresh token. */
  dailyCheck: boolean
  /** Scope and parameters that yield a refresh token for the daily check. */
  offlineAccess: { scope?: string; parameters: Readonly<Record<string, string>> }
}

export interface ClientKey {
  teamId: string
  keyId: string
  privateKey: KeyObject
}

type Preset = Partial<ProviderConfig> & { label: string; issuerUrl: string }

/** OpenID Connect's default: without `prompt=consent` a provider may ignore the scope. */
const offlineAccess = { scope: 'offline_access', parameters: { prompt: 'consent' } }
/** The provider issues refresh tokens without a scope. */
const givesRefreshTokens = { parameters: {} }

const presets: Readonly<Record<string, Preset>> = {
  // Google and Apple never ask again for someone who is signed in there.
  google: {
    label: 'Google',
    issuerUrl: 'https://accounts.google.com',
    confirms: false,
    offlineAccess: { parameters: { access_type: 'offline', prompt: 'consent' } },
  },
  // Microsoft sends `auth_time` to applications that ask for this optional claim only.
  microsoft: {
    label: 'Microsoft',
    issuerUrl: 'https://login.microsoftonline.com/common/v2.0',
    confirms: false,
    offlineAccess: { scope: 'offline_access', parameters: {} },
  },
  gitlab: {
    label: 'GitLab',
    issuerUrl: 'https://gitlab.com',
    offlineAccess: givesRefreshTokens,
  },
  github: {
    label: 'GitHub',
    protocol: 'github',
    issuerUrl: 'https://github.com',
    scope: 'read:user user:email',
    confirms: false,
  },
  apple: {
    label: 'Apple',
    issuerUrl: 'https://appleid.apple.com',
    scope: 'openid email name',
    responseMode: 'form_post',
    confirms: false,
    offlineAccess: givesRefreshTokens,
  },
}

export function readProviderSettings(env: EnvReader) {
  const providers = readProviders(env)
  return { providers, requireProvider: readRequiredDomains(env, providers) }
}

/** Reads `PROVIDERS` and the settings of each, such as `PROVIDER_GOOGLE_CLIENT_ID`. */
export function readProviders(env: EnvReader): ProviderConfig[] {
  const ids = env.read<string[]>('PROVIDERS', [], parseIds)
  const providers = ids.map((id) => readProvider(env, id))
  const domains = providers.flatMap((provider) => provider.domains)
  const twice = domains.find((domain, index) => domains.indexOf(domain) !== index)
  if (twice !== undefined) env.problems.push(`PROVIDERS: ${twice} belongs to two of them.`)
  return providers
}

/** Reads `REQUIRE_PROVIDER`: domains whose accounts sign in with the provider of the domain only. */
function readRequiredDomains(env: EnvReader, providers: ProviderConfig[]): string[] {
  const domains = env.read<string[]>('REQUIRE_PROVIDER', [], parseDomains)
  const missing = domains.find((domain) => !providers.some((it) => it.domains.includes(domain)))
  if (missing !== undefined)
    env.problems.push(`REQUIRE_PROVIDER has ${missing}, which no PROVIDER_<NAME>_DOMAINS has.`)
  return domains
}

function readProvider(env: EnvReader, id: string): ProviderConfig {
  const preset = Object.hasOwn(presets, id) ? presets[id] : undefined
  const name = (setting: string) => `PROVIDER_${id.toUpperCase().replaceAll('-', '_')}_${setting}`
  const required = (setting: string) => {
    const value = env.text(name(setting))
    if (value === null)
      env.problems.push(`${name(setting)} must be set, because PROVIDERS has ${id}.`)
    return value ?? ''
  }
  const isOn = (setting: string, fallback: boolean) =>
    env.read(name(setting), fallback ? '1' : '0', oneOf('0', '1')) === '1'
  const issuer = preset
    ? (env.text(name('ISSUER')) ?? preset.issuerUrl)
    : required('ISSUER') || 'https://missing.invalid'
  const { issuerUrl: _, ...known } = preset ?? { label: id, issuerUrl: '' }
  return {
    protocol: 'openid',
    scope: 'openid email profile',
    responseMode: 'query',
    offlineAccess,
    ...known,
    id,
    label: env.text(name('LABEL')) ?? known.label,
    issuer: env.read(name('ISSUER'), new URL(issuer), parseIssuer),
    clientId: required('CLIENT_ID'),
    clientSecret: id === 'apple' ? readClientKey(env, name, required) : required('CLIENT_SECRET'),
    secondFactors: env.read<string[]>(name('SECOND_FACTORS'), [], commaSeparated),
    domains: env.read<string[]>(name('DOMAINS'), [], parseDomains),
    // GitHub never says when it last asked.
    confirms: known.protocol !== 'github' && isOn('CONFIRMS', known.confirms ?? true),
    backchannelLogout: known.protocol !== 'github' && isOn('BACKCHANNEL_LOGOUT', false),
    // GitHub's applications for sign-in have no refresh tokens.
    dailyCheck: known.protocol !== 'github' && isOn('DAILY_CHECK', false),
  }
}

type Setting = (setting: string) => string

function readClientKey(env: EnvReader, name: Setting, required: Setting): ClientKey | string {
  const [teamId, keyId] = [required('TEAM_ID'), required('KEY_ID')]
  required('PRIVATE_KEY')
  const privateKey = env.read<KeyObject | null>(name('PRIVATE_KEY'), null, parseEcKey)
  return privateKey ? { teamId, keyId, privateKey } : ''
}

/** @param text  PEM; lines may end in `\n`, because not every place for settings allows several */
function parseEcKey(text: string): KeyObject {
  const key = privateKeyOf(text.replaceAll('\\n', '\n'))
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  return invalid('must be the content of the .p8 file: an EC private key in PEM.')
}

function privateKeyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

function parseDomains(text: string): string[] {
  return commaSeparated(text).map(parseEmailDomain)
}

function parseIds(text: string): string[] {
  const ids = commaSeparated(text)
  const wrong = ids.find((id) => !/^[a-z][a-z0-9-]{0,29}$/.test(id))
  if (wrong !== undefined)
    invalid(
      `must list names of lower-case letters, digits and -, such as google; "${wrong}" is none.`,
    )
  if (new Set(ids).size < ids.length) invalid('must name each provider once.')
  return ids
}

function parseIssuer(text: string): URL {
  const url = urlWithScheme('http', 'https')(text)
  if (url.search || url.hash) invalid('must be an address without ? and #.')
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isLocal) invalid('must start with https://.')
  return url
}
