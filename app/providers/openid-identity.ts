import * as openid from 'openid-client'

import { claimText, type Identity, ProviderError } from './provider-identity.ts'

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

/** The claims of the ID token, or else of the user info. @throws ProviderError */
export async function openidIdentity(
  config: openid.Configuration,
  tokens: Tokens,
): Promise<Identity> {
  const idToken = tokens.claims()
  if (!idToken) throw new ProviderError('rejected', 'no ID token')
  const subject = claimText(idToken.sub)
  if (subject === null) throw new ProviderError('rejected', 'unusable subject')
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  // The address and what is said about it come from one place, or it might be said about another address.
  const claims: Record<string, unknown> =
    idToken['email'] === undefined && hasUserInfo
      ? await openid.fetchUserInfo(config, tokens.access_token, idToken.sub)
      : idToken
  // Read from the signed ID token only, never from the user info.
  const { amr, acr, auth_time: authTime, sid } = idToken
  return {
    issuer: idToken.iss,
    subject,
    email: claimText(claims['email']),
    // Microsoft sends `xms_edov` instead, and only if configured. Without either claim the address is unverified.
    isEmailVerified: isTrue(claims['email_verified'] ?? claims['xms_edov']),
    name: claimText(claims['name'] ?? idToken['name']),
    proofs: [...(Array.isArray(amr) ? amr : []), acr].filter((it) => typeof it === 'string'),
    sid: claimText(sid),
    authenticatedAt: typeof authTime === 'number' ? authTime * 1000 : null,
    refreshToken: null,
  }
}

/** Some providers send booleans as text. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === '1'
