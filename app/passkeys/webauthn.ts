import { ValidationError } from '#app/platform/errors.ts'

/** Loads the library lazily, since it would add a tenth to every start. */
export const loadWebauthn = () => import('@simplewebauthn/server')

export const loadWebauthnHelpers = () => import('@simplewebauthn/server/helpers')

/** This server to an authenticator. Built from APP_URL only, never from a request, because passkeys are bound to it. */
export interface RelyingParty {
  /** A domain such as `example.com`. Passkeys are bound to it for good. */
  id: string
  /** Shown in the device's prompt. */
  name: string
  /** Scheme, host and port. */
  origin: string
}

export function relyingParty({
  appUrl,
  appName,
  origin,
}: {
  appUrl: URL
  appName: string
  origin: string
}): RelyingParty {
  return { id: appUrl.hostname, name: appName, origin }
}

/** No account has this passkey. The response signals it, so the browser can stop offering the passkey. */
export class UnknownPasskey extends ValidationError {
  constructor() {
    super({
      credential:
        "We don't recognize this passkey. It may have been removed from your account. Sign in another way.",
    })
  }
}

/** The challenge is used, expired, or was issued for another context. */
export const challengeExpired = () =>
  new ValidationError({ credential: 'That took too long, or it was already used. Try again.' })

/** One message for every verification error: details would help only an attacker. */
export const verificationFailed = () =>
  new ValidationError({ credential: "Your passkey couldn't be checked. Try again." })
