import { SignJWT } from 'jose'
import * as openid from 'openid-client'

import type { ClientKey } from '#app/platform/config/provider-settings.ts'

import { clientSecretSeconds } from './limits.ts'

/** Authenticates in the way that the provider's metadata lists; the standard's default is Basic. */
export function clientAuthentication(secret: string | ClientKey): openid.ClientAuth {
  if (typeof secret !== 'string') return signedSecret(secret)
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const method = methods.includes('client_secret_post') ? post : basic
    return method(server, client, body, headers)
  }
}

/** Apple's secret is a short-lived token of our own key. Each request gets a new one, so none ever expires unnoticed. */
function signedSecret({ teamId, keyId, privateKey }: ClientKey): openid.ClientAuth {
  return async (server, client, body, headers) => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(client.client_id)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(`${clientSecretSeconds}s`)
      .sign(privateKey)
    return openid.ClientSecretPost(token)(server, client, body, headers)
  }
}
