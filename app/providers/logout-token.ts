import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'
import { z } from 'zod'

import { limitedFetch } from './limited-fetch.ts'
import { clockToleranceMs, logoutTokenLifetimeMs, providerTimeoutSeconds } from './limits.ts'
import { claimText, ProviderError } from './provider-identity.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

const usableText = z.string().refine((text) => claimText(text) !== null)

const Claims = z
  .object({
    iss: z.string(),
    jti: z.string().min(1).max(500),
    iat: z.number(),
    sub: usableText.optional(),
    sid: usableText.optional(),
    events: z.object({ [event]: z.looseObject({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

export type LogoutToken = z.output<typeof Claims>

/**
 * Checks a logout token of the provider; whether it was used before is for the caller to check.
 *
 * @param now  real time, Unix milliseconds
 * @throws ProviderError, or an error of jose
 * @see OpenID Connect Back-Channel Logout 1.0 §2.6
 */
export async function verifyLogoutToken(
  config: Configuration,
  token: string,
  now: number,
): Promise<LogoutToken> {
  const { issuer, jwks_uri, id_token_signing_alg_values_supported } = config.serverMetadata()
  if (!jwks_uri) throw new ProviderError('rejected', 'no keys')
  const { payload, protectedHeader } = await jwtVerify(token, keysAt(jwks_uri), {
    issuer,
    audience: config.clientMetadata().client_id,
    algorithms: (id_token_signing_alg_values_supported ?? ['RS256']).filter(isAsymmetric),
    maxTokenAge: logoutTokenLifetimeMs / 1000,
    clockTolerance: clockToleranceMs / 1000,
    currentDate: new Date(now),
  })
  const { typ = 'JWT' } = protectedHeader
  if (!/^(application\/)?(logout\+)?jwt$/i.test(typ))
    throw new ProviderError('rejected', 'another type of token')
  const claims = Claims.safeParse(payload)
  // An ID token has a nonce: it must never pass for a logout.
  if (!claims.success || 'nonce' in payload)
    throw new ProviderError('rejected', 'not a logout token')
  return claims.data
}

const isAsymmetric = (algorithm: string) => /^(RS|PS|ES|Ed)/.test(algorithm)

type KeySet = ReturnType<typeof createRemoteJWKSet>
const keySets = new Map<string, KeySet>()

/** Reads the keys again when a token names an unknown one, at most every 30 seconds. */
function keysAt(address: string): KeySet {
  const timeoutDuration = providerTimeoutSeconds * 1000
  const keys =
    keySets.get(address) ??
    createRemoteJWKSet(new URL(address), {
      timeoutDuration,
      [customFetch]: limitedFetch,
    })
  keySets.set(address, keys)
  return keys
}
