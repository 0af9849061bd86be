import { verificationFailed } from './errors.ts'
import { loadWebauthn, loadWebauthnHelpers } from './load-webauthn.ts'
import type { Assertion } from './passkey-forms.ts'
import type { RelyingParty } from './relying-party.ts'

/** What a proved use of a passkey says. */
export interface VerifiedAssertion {
  /** How often the authenticator says the passkey was used; 0 when it does not count. */
  counter: number
  synced: boolean
}

interface CredentialResponse {
  response: { clientDataJSON: string }
}

/** The challenge that was answered. @throws Invalid when it cannot be read */
export async function extractChallenge({ response }: CredentialResponse): Promise<string> {
  const { decodeClientDataJSON } = await loadWebauthnHelpers()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    // Our pages stand in no other site's frame.
    if (typeof challenge === 'string' && crossOrigin !== true) return challenge
  } catch {
    // Not what a browser writes.
  }
  throw verificationFailed()
}

/**
 * Checks the signature and all it covers: origin, relying party, challenge, that the person was there and was verified.
 *
 * The counter is not compared here: the library would do so before it checks the signature, and a stranger who knows the
 * public identifier of a passkey could raise an alarm.
 *
 * @throws Invalid when anything is not as it must be
 */
export async function verifyAssertion(
  assertion: Assertion,
  challenge: string,
  { id, origin }: RelyingParty,
  publicKey: string,
): Promise<VerifiedAssertion> {
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const verification = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: assertion.id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: 0,
    },
  }).catch(() => null)
  if (!verification?.verified) throw verificationFailed()

  const { newCounter, credentialBackedUp } = verification.authenticationInfo
  return { counter: newCounter, synced: credentialBackedUp }
}
