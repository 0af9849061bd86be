import * as openid from 'openid-client'

import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'

import { clientAuthentication } from './client-authentication.ts'
import { githubConfiguration, githubIdentity } from './github.ts'
import { limitedFetch } from './limited-fetch.ts'
import { metadataLifetimeMs, providerTimeoutSeconds } from './limits.ts'
import { type LogoutToken, verifyLogoutToken } from './logout-token.ts'
import { openidIdentity } from './openid-identity.ts'
import type { ProviderAttempt } from './provider-attempt.ts'
import { type Identity, ProviderError } from './provider-identity.ts'

/** Speaks to one provider. */
export interface ProviderClient {
  /** Where the browser signs in. @throws ProviderError */
  signInUrl(attempt: ProviderAttempt, destination: Destination, now: number): Promise<URL>
  /** Redeems the code in the address of the answer. @throws ProviderError */
  identity(answer: URL, attempt: ProviderAttempt, now: number): Promise<Identity>
  /** Asks with a refresh token whether the account there may still sign in. @throws ProviderError when it does not say */
  renew(
    refreshToken: string,
    subject: string,
    now: number,
  ): Promise<{ refreshToken: string | null } | 'refused'>
  /** @throws ProviderError */
  logoutToken(token: string, now: number): Promise<LogoutToken>
}

interface Destination {
  redirectUri: string
  /** The address to sign in with, so that the provider need not ask. */
  loginHint: string | null
}

export function createProviderClient(provider: ProviderConfig): ProviderClient {
  const { responseMode } = provider
  const isGithub = provider.protocol === 'github'
  const configuration = cachedConfiguration(provider)

  return {
    async signInUrl(attempt, { redirectUri, loginHint }, now) {
      return openid.buildAuthorizationUrl(await configuration(now), {
        redirect_uri: redirectUri,
        ...scopeParameters(provider, attempt),
        state: attempt.state,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        ...(!isGithub && { nonce: attempt.nonce }),
        ...(responseMode !== 'query' && { response_mode: responseMode }),
        ...(loginHint !== null && { login_hint: loginHint }),
        ...(attempt.purpose === 'confirm' && { prompt: 'login', max_age: '0' }),
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
        if (isGithub) return await githubIdentity(config, provider.issuer, tokens.access_token)
        const identity = await openidIdentity(config, tokens)
        const { refresh_token = null } = tokens
        return { ...identity, refreshToken: isChecked(provider, attempt) ? refresh_token : null }
      } catch (error) {
        throw toProviderError(error)
      }
    },

    async renew(refreshToken, subject, now) {
      const config = await configuration(now)
      try {
        const tokens = await openid.refreshTokenGrant(config, refreshToken)
        const { sub = subject } = tokens.claims() ?? {}
        if (sub !== subject) throw new ProviderError('rejected', 'another subject')
        return { refreshToken: tokens.refresh_token ?? null }
      } catch (error) {
        if (isRefusal(error)) return 'refused'
        throw toProviderError(error)
      }
    },

    async logoutToken(token, now) {
      const config = await configuration(now)
      return verifyLogoutToken(config, token, now).catch((error: unknown) => {
        throw toProviderError(error)
      })
    },
  }
}

type Purpose = Pick<ProviderAttempt, 'purpose'>

/** Whether the sign-in brings a refresh token for the daily check. */
const isChecked = ({ dailyCheck }: ProviderConfig, { purpose }: Purpose) =>
  dailyCheck && purpose === 'sign-in'

function scopeParameters(provider: ProviderConfig, attempt: Purpose): Record<string, string> {
  const { scope, offlineAccess } = provider
  if (!isChecked(provider, attempt)) return { scope }
  const scopes = offlineAccess.scope ? `${scope} ${offlineAccess.scope}` : scope
  return { scope: scopes, ...offlineAccess.parameters }
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
    config[openid.customFetch] = limitedFetch
    for (const extend of extensions) extend(config)
    return config
  }
  return openid.discovery(issuer, clientId, undefined, clientAuthentication(clientSecret), {
    // TLS alone does not check the signature of an ID token.
    execute: [openid.enableNonRepudiationChecks, ...extensions],
    timeout: providerTimeoutSeconds,
    [openid.customFetch]: limitedFetch,
  })
}

/** The account there is closed or suspended, or its consent was withdrawn. Errors of our settings have other codes. */
function isRefusal(error: unknown): boolean {
  return error instanceof openid.ResponseBodyError && error.error === 'invalid_grant'
}

/** The error code comes from the callback URL, which anybody can forge, so nothing else is logged. */
const errorCodePattern = /^[a-z_]{1,40}$/

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof openid.AuthorizationResponseError) {
    // Apple has its own word for a person who cancels.
    const isCancelled = ['access_denied', 'user_cancelled_authorize'].includes(error.error)
    const code = errorCodePattern.test(error.error) ? error.error : 'unknown'
    return new ProviderError(isCancelled ? 'cancelled' : 'rejected', code, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const isUnreachable = error instanceof TypeError || /TIMEOUT|ABORT/.test(code)
  return new ProviderError(isUnreachable ? 'unreachable' : 'rejected', code, { cause: error })
}
