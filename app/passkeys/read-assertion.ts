import type { Assertion } from './credential-form.ts'
import { notProved } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'
import { webauthn, webauthnHelpers } from './webauthn.ts'

/** What a proved use of a passkey says. */
export interface Proof {
  /** How often the authenticator says the passkey was used; 0 when it does not count. */
  counter: number
  synced: boolean
}

interface Answer {
  response: { clientDataJSON: string }
}

/** The challenge that was answered. @throws Invalid when it cannot be read */
export async function challengeIn({ response }: Answer): Promise<string> {
  const { decodeClientDataJSON } = await webauthnHelpers()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    // Our pages stand in no other site's frame.
    if (typeof challenge === 'string' && crossOrigin !== true) return challenge
  } catch {
    // Not what a browser writes.
  }
  throw notProved()
}

/**
 * Checks the signature and all it covers: origin, relying party, challenge, that the person was there and was verified.
 *
 * The counter is not compared here: the library would do so before it checks the signature, and a stranger who knows the
 * public identifier of a passkey could raise an alarm.
 *
 * @throws Invalid when anything is not as it must be
 */
export async function readAssertion(
  assertion: Assertion,
  challenge: string,
  { id, origin }: RelyingParty,
  publicKey: string,
): Promise<Proof> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const proof = await verifyAuthenticationResponse({
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
  if (!proof?.verified) throw notProved()

  const { newCounter, credentialBackedUp } = proof.authenticationInfo
  return { counter: newCounter, synced: credentialBackedUp }
}
