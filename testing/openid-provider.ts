import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { type JWK, Provider } from 'oidc-provider'

/** An account at the provider. */
export interface ProviderPerson {
  sub: string
  name?: string
  email?: string
  email_verified?: boolean | string
  /** Proofs, for the claim `amr`. */
  amr?: string[]
}

interface ProviderOptions {
  /** Exact; null allows every address, for a server that does not know its own yet. */
  redirectUris: string[] | null
  /** More than one are offered on a page of links. */
  people: ProviderPerson[]
  /** Claims are in the user info instead of the ID token. */
  usesUserInfo?: boolean
  /** Accepts client secrets that this key signed, as Apple does, instead of `providerClient.secret`. */
  secretKey?: KeyObject
}

interface TokenParts {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  signature: string | null
}

export interface OpenIdProvider {
  issuer: string
  /** The accounts that one can sign in to now. */
  people: ProviderPerson[]
  /** Subjects whose accounts there are closed. */
  closed: Set<string>
  /** Subjects whose codes are used up before their browser brings them. */
  usedCodes: Set<string>
  /** Subjects after whose sign-in the provider changes its key. */
  rotating: Set<string>
  /** Runs before a request for tokens is answered. */
  beforeToken: (() => Promise<void>) | null
  /** Changes each ID token before it is signed again; `signature` replaces ours. */
  tamper: ((token: TokenParts) => Partial<TokenParts> | Promise<Partial<TokenParts>>) | null
  /** Ends a session there. @returns the logout token that its server sends */
  logOut(sub: string, sid: string): Promise<string>
  /** Changes a token, and signs it with the published key again. */
  forge(token: string, tamper: NonNullable<OpenIdProvider['tamper']>): Promise<string>
  /** Signs with a new key from now on, the only one published. */
  rotateKey(): void
  close(): Promise<void>
}

export const providerClient = { id: 'foyer', secret: 'known to foyer and its provider' }

/** Starts an independent OpenID provider in this process, on a free port. */
export async function startOpenIdProvider(options: ProviderOptions): Promise<OpenIdProvider> {
  let current: RunningProvider
  let rotatesNext = false
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', openid.issuer)
    if (openid.rotating.has(searchParams.get('as') ?? '')) rotatesNext = true
    // A provider with a new key knows no sign-in that has begun.
    if (rotatesNext && pathname === '/auth') {
      openid.rotateKey()
      rotatesNext = false
    }
    return current.serve(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0

  const openid: OpenIdProvider = {
    issuer: `http://127.0.0.1:${port}`,
    people: options.people,
    closed: new Set(),
    usedCodes: new Set(),
    rotating: new Set(),
    beforeToken: null,
    tamper: null,
    logOut: (sub, sid) => current.logOut(sub, sid),
    forge: (token, tamper) => current.forge(token, tamper),
    rotateKey() {
      current = startWithNewKey(openid, options)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  openid.rotateKey()
  return openid
}

interface RunningProvider extends Pick<OpenIdProvider, 'logOut' | 'forge'> {
  serve(request: IncomingMessage, response: ServerResponse): unknown
}

function startWithNewKey(openid: OpenIdProvider, options: ProviderOptions): RunningProvider {
  const { publicKey: _, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'ES256',
    use: 'sig',
    kid: randomUUID(),
  }
  const sent: string[] = []
  const provider = createProvider(openid, options, { jwk: jwk as JWK, sent })

  async function forge(token: string, tamper: NonNullable<OpenIdProvider['tamper']>) {
    const [header = '', claims = ''] = token.split('.')
    const parts = { header: decode(header), claims: decode(claims), signature: null }
    const changed = { ...parts, ...(await tamper(parts)) }
    const input = `${encode(changed.header)}.${encode(changed.claims)}`
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
    const ours = sign('sha256', Buffer.from(input), key).toString('base64url')
    return `${input}.${changed.signature ?? ours}`
  }

  provider.use(async (context, next) => {
    if (context.path === '/token') await openid.beforeToken?.()
    await next()
    const { body } = context as { body?: { id_token?: string } }
    if (openid.tamper && body?.id_token) body.id_token = await forge(body.id_token, openid.tamper)
    await useCode(openid, provider, context.response.get('location'))
  })

  const handle = provider.callback()
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', openid.issuer)
    if (!url.pathname.startsWith('/interaction/')) return handle(request, response)
    const chosen = url.searchParams.get('as') ?? openid.people[0]?.sub
    if (openid.people.length > 1 && !url.searchParams.has('as'))
      return response.setHeader('content-type', 'text/html').end(choicePage(openid, url.pathname))
    const { amr = [] } = openid.people.find(({ sub }) => sub === chosen) ?? {}
    const login = { accountId: chosen ?? '', amr, remember: false }
    return provider.interactionFinished(request, response, { login, consent: {} })
  }

  async function logOut(sub: string, sid: string) {
    const client = await provider.Client.find(providerClient.id)
    // Its types lack what its own sign-out page calls.
    await (client as unknown as LogoutClient).backchannelLogout(sub, sid)
    return sent.at(-1) ?? ''
  }

  return { serve, logOut, forge }
}

async function useCode(
  { usedCodes }: OpenIdProvider,
  provider: Provider,
  location: string,
): Promise<void> {
  const value = /[?&]code=([^&]+)/.exec(location)?.[1]
  if (usedCodes.size === 0 || value === undefined) return
  const code = await provider.AuthorizationCode.find(value)
  if (code?.accountId && usedCodes.has(code.accountId)) await code.consume()
}

interface LogoutClient {
  backchannelLogout(sub: string, sid: string): Promise<void>
}

interface Surroundings {
  jwk: JWK
  /** Logout tokens that the provider has sent. */
  sent: string[]
}

const lifetimes = ['Interaction', 'Session', 'Grant', 'AccessToken', 'IdToken', 'RefreshToken']

function createProvider(
  openid: OpenIdProvider,
  options: ProviderOptions,
  { jwk, sent }: Surroundings,
): Provider {
  const provider = new Provider(openid.issuer, {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        redirect_uris: options.redirectUris ?? ['http://localhost/'],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: 'http://localhost/logout',
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: options.usesUserInfo ?? false,
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    async fetch(_url, options) {
      sent.push(new URLSearchParams(String(options?.body)).get('logout_token') ?? '')
      return new Response()
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount(_context, sub) {
      if (openid.closed.has(sub)) return undefined
      const person = openid.people.find((it) => it.sub === sub)
      return { accountId: sub, claims: () => ({ sub, ...person }) }
    },
    // Each refresh token works once; used again, it ends all of its grant.
    rotateRefreshToken: true,
    // Nobody is asked whether they agree.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    ttl: Object.fromEntries(lifetimes.map((name) => [name, 600])),
  })
  if (options.redirectUris === null) provider.Client.prototype.redirectUriAllowed = () => true
  const { secretKey } = options
  if (secretKey)
    provider.Client.prototype.compareClientSecret = (secret: string) =>
      isSignedSecret(openid, secretKey, secret)
  return provider
}

/** Whether the secret is signed as Apple's documentation describes. */
function isSignedSecret({ issuer }: OpenIdProvider, key: KeyObject, secret: string): boolean {
  const [header = '', claims = '', signature = ''] = secret.split('.')
  const input = Buffer.from(`${header}.${claims}`)
  const publicKey = { key, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', input, publicKey, Buffer.from(signature, 'base64url'))) return false
  const { iss, sub, aud, exp } = decode(claims)
  const { alg, kid } = decode(header)
  const isCurrent = Number(exp) > Date.now() / 1000
  const named = [alg, kid, iss, sub, aud].join()
  return isCurrent && named === ['ES256', 'KEY123', 'TEAM123', providerClient.id, issuer].join()
}

function choicePage({ people }: OpenIdProvider, path: string): string {
  const links = people.map(
    ({ sub, name, email }) => `<li><a href="${path}?as=${sub}">${name} (${email})</a>`,
  )
  return `<!doctype html><title>Test provider</title><h1>Sign in as</h1><ul>${links.join('')}</ul>`
}

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString())

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
