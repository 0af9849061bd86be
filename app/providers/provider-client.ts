import * as openid from 'openid-client'

import type { ProviderConfig } from '#app/platform/config/providers.ts'

import { githubConfiguration, githubIdentity, githubScope } from './github.ts'
import { type Identity, ProviderError } from './identity.ts'
import { metadataLifetimeMs, providerTimeoutSeconds } from './limits.ts'
import type { ProviderAttempt } from './provider-attempt.ts'

/** Speaks to one provider. */
export interface ProviderClient {
  /** Where the browser signs in. @throws ProviderError */
  signInUrl(attempt: ProviderAttempt, redirectUri: string, now: number): Promise<URL>
  /** Redeems the code in the address of the answer. @throws ProviderError */
  identity(answer: URL, attempt: ProviderAttempt, now: number): Promise<Identity>
}

export function createProviderClient(provider: ProviderConfig): ProviderClient {
  const isGithub = provider.protocol === 'github'
  const configuration = cachedConfiguration(provider)

  return {
    async signInUrl(attempt, redirectUri, now) {
      return openid.buildAuthorizationUrl(await configuration(now), {
        redirect_uri: redirectUri,
        scope: isGithub ? githubScope : 'openid email profile',
        state: attempt.state,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ...(!isGithub && { nonce: attempt.nonce }),
      })
    },

    async identity(answer, attempt, now) {
      const config = await configuration(now)
      try {
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          ...(!isGithub && { expectedNonce: attempt.nonce, idTokenExpected: true }),
        })
        return isGithub
          ? await githubIdentity(config, tokens.access_token)
          : await openidIdentity(config, tokens)
      } catch (error) {
        throw toProviderError(error)
      }
    },
  }
}

/** Reads the provider's metadata once a day. A failure is not kept. */
function cachedConfiguration(provider: ProviderConfig) {
  let cached: Promise<openid.Configuration> | undefined
  let readAt = 0
  return (now: number): Promise<openid.Configuration> => {
    if (cached && now - readAt < metadataLifetimeMs) return cached
    readAt = now
    const current = configurationOf(provider).catch((error: unknown) => {
      if (cached === current) cached = undefined
      throw toProviderError(error)
    })
    cached = current
    return current
  }
}

async function configurationOf(provider: ProviderConfig): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret, protocol } = provider
  const extensions = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
  if (protocol === 'github') {
    const config = githubConfiguration(provider)
    for (const extend of extensions) extend(config)
    return config
  }
  return openid.discovery(issuer, clientId, undefined, authenticate(clientSecret), {
    // TLS alone does not check the signature of an ID token.
    execute: [openid.enableNonRepudiationChecks, ...extensions],
    timeout: providerTimeoutSeconds,
  })
}

/** In the way that the provider's metadata lists; the standard's default is Basic. */
function authenticate(secret: string): openid.ClientAuth {
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const method = methods.includes('client_secret_post') ? post : basic
    return method(server, client, body, headers)
  }
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

async function openidIdentity(config: openid.Configuration, tokens: Tokens): Promise<Identity> {
  const idToken = tokens.claims()
  if (!idToken) throw new ProviderError('rejected', 'no ID token')
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const more =
    idToken['email'] === undefined && hasUserInfo
      ? await openid.fetchUserInfo(config, tokens.access_token, idToken.sub)
      : {}
  const claims: Record<string, unknown> = { ...more, ...idToken }
  const { amr, acr } = claims
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: text(claims['email']),
    // Microsoft has its own claim, and sends it only when asked to. Without either, an address is anybody's.
    isEmailVerified: isTrue(claims['email_verified'] ?? claims['xms_edov']),
    name: text(claims['name']),
    proofs: [...(Array.isArray(amr) ? amr : []), acr].filter((it) => typeof it === 'string'),
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Some providers send booleans as text. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === '1'

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof openid.AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'cancelled' : 'rejected'
    return new ProviderError(reason, error.error, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const isUnreachable = error instanceof TypeError || /TIMEOUT|ABORT/.test(code)
  return new ProviderError(isUnreachable ? 'unreachable' : 'rejected', code, { cause: error })
}
