import { commaSeparated, type EnvReader, invalid, urlWithScheme } from './env-reader.ts'

/** A provider that people may sign in with. */
export interface ProviderConfig {
  /** In addresses and in the names of its settings, such as `google`. */
  id: string
  /** On buttons and in mails. */
  label: string
  /** GitHub has no ID tokens; everyone else speaks OpenID Connect. */
  protocol: 'openid' | 'github'
  /** The issuer; for GitHub the origin of its pages. */
  issuer: URL
  clientId: string
  clientSecret: string
  /** Values of the claims `amr` and `acr` that count as a second factor here; empty always asks for our own. */
  secondFactors: string[]
}

type Preset = Pick<ProviderConfig, 'label' | 'protocol'> & { issuer: string }

const presets: Readonly<Record<string, Preset>> = {
  google: { label: 'Google', protocol: 'openid', issuer: 'https://accounts.google.com' },
  microsoft: {
    label: 'Microsoft',
    protocol: 'openid',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
  },
  gitlab: { label: 'GitLab', protocol: 'openid', issuer: 'https://gitlab.com' },
  github: { label: 'GitHub', protocol: 'github', issuer: 'https://github.com' },
}

/** Reads `PROVIDERS` and the settings of each, such as `PROVIDER_GOOGLE_CLIENT_ID`. */
export function readProviders(env: EnvReader): ProviderConfig[] {
  const ids = env.read<string[]>('PROVIDERS', [], parseIds)
  return ids.map((id) => readProvider(env, id))
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
  const issuer = preset
    ? (env.text(name('ISSUER')) ?? preset.issuer)
    : required('ISSUER') || 'https://missing.invalid'
  return {
    id,
    label: env.text(name('LABEL')) ?? preset?.label ?? id,
    protocol: preset?.protocol ?? 'openid',
    issuer: env.read(name('ISSUER'), new URL(issuer), parseIssuer),
    clientId: required('CLIENT_ID'),
    clientSecret: required('CLIENT_SECRET'),
    secondFactors: env.read<string[]>(name('SECOND_FACTORS'), [], commaSeparated),
  }
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
