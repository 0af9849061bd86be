import * as openid from 'openid-client'
import { z } from 'zod'

import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'

import { clientAuthentication } from './client-authentication.ts'
import { providerTimeoutSeconds } from './limits.ts'
import { claimText, type Identity, ProviderError } from './provider-identity.ts'

const User = z.object({ id: z.int(), name: z.string().nullish(), login: z.string() })
const Emails = z.array(z.object({ email: z.string(), verified: z.boolean(), primary: z.boolean() }))

/** GitHub is OAuth 2 without metadata or ID tokens. Servers of one's own have the API under their own address. */
export function githubConfiguration(provider: ProviderConfig): openid.Configuration {
  const { issuer, clientId, clientSecret } = provider
  const server = {
    // The `iss` of its callbacks (RFC 9207). Older self-hosted servers send none.
    issuer: new URL('/login/oauth', issuer).href,
    authorization_endpoint: new URL('/login/oauth/authorize', issuer).href,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    token_endpoint: new URL('/login/oauth/access_token', issuer).href,
  }
  const auth = clientAuthentication(clientSecret)
  const config = new openid.Configuration(server, clientId, undefined, auth)
  config.timeout = providerTimeoutSeconds
  return config
}

/** The numeric id, because a login name can be given up and taken by somebody else. */
export async function githubIdentity(
  config: openid.Configuration,
  issuer: URL,
  accessToken: string,
): Promise<Identity> {
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const url = new URL(apiPath(issuer, path))
    const headers = new Headers({ accept: 'application/vnd.github+json' })
    const response = await openid.fetchProtectedResource(
      config,
      accessToken,
      url,
      'GET',
      undefined,
      headers,
    )
    const parsed = schema.safeParse(response.ok ? await response.json() : null)
    if (!parsed.success) throw new ProviderError('rejected', `GitHub ${path} ${response.status}`)
    return parsed.data
  }

  const user = await read('/user', User)
  const emails = await read('/user/emails', Emails)
  const primary = emails.find((it) => it.primary)
  return {
    issuer: issuer.href,
    subject: String(user.id),
    email: claimText(primary?.email),
    isEmailVerified: primary?.verified ?? false,
    name: claimText(user.name ?? user.login),
    proofs: [],
    sid: null,
    authenticatedAt: null,
    refreshToken: null,
  }
}

function apiPath({ origin, hostname }: URL, path: string): string {
  return hostname === 'github.com' ? `https://api.github.com${path}` : `${origin}/api/v3${path}`
}
