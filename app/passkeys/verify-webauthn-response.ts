import type { Assertion, Attestation } from './passkey-forms.ts'
import {
  loadWebauthn,
  loadWebauthnHelpers,
  type RelyingParty,
  verificationFailed,
} from './webauthn.ts'

/** Ed25519, P-256 and RSA. Every authenticator in use supports at least one. */
export const supportedAlgorithms = [-8, -7, -257]

export interface NewPasskey {
  credentialId: string
  /** COSE, base64url. */
  publicKey: string
  counter: number
  aaguid: string
  synced: boolean
}

/** The result of a verified authentication. */
export interface VerifiedAssertion {
  /** The authenticator's signature counter; 0 when it does not count. */
  counter: number
  synced: boolean
}

interface CredentialResponse {
  response: { clientDataJSON: string }
}

/** Returns the challenge that the response signs. @throws ValidationError when it cannot be read */
export async function extractChallenge({ response }: CredentialResponse): Promise<string> {
  const { decodeClientDataJSON } = await loadWebauthnHelpers()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    // Our pages are never framed by another site.
    if (typeof challenge === 'string' && crossOrigin !== true) return challenge
  } catch {
    // Malformed client data.
  }
  throw verificationFailed()
}

interface Expectation {
  challenge: string
  party: RelyingParty
  /** False for a key that only ever follows another factor. */
  requireUserVerification: boolean
}

/**
 * Verifies the signature and everything it covers: origin, relying party, challenge, user presence and user verification.
 *
 * The counter is not compared here. The library would do so before it checks the signature, and a stranger who knows a
 * credential id could trigger a copy alarm.
 *
 * @throws ValidationError when any check fails
 */
export async function verifyAssertion(
  assertion: Assertion,
  publicKey: string,
  { challenge, party: { id, origin }, requireUserVerification }: Expectation,
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
    requireUserVerification,
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

interface RegistrationExpectation extends Expectation {
  /** False for a passkey that the password manager creates without a prompt: each sign-in requires it. */
  requireUserPresence: boolean
}

/** Verifies a registration. @throws ValidationError when any check fails */
export async function verifyAttestation(
  attestation: Attestation,
  expectation: RegistrationExpectation,
): Promise<NewPasskey> {
  const verification = await verifyRegistration(attestation, expectation).catch(() => null)
  if (!verification?.verified) throw verificationFailed()

  const { credential, aaguid, credentialBackedUp } = verification.registrationInfo
  // The id that the authenticator signed counts, not the one the browser sent.
  if (credential.id !== attestation.id) throw verificationFailed()
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    aaguid,
    synced: credentialBackedUp,
  }
}

async function verifyRegistration(
  attestation: Attestation,
  {
    challenge,
    party: { id, origin },
    requireUserPresence,
    requireUserVerification,
  }: RegistrationExpectation,
) {
  const { verifyRegistrationResponse } = await loadWebauthn()
  const { clientDataJSON, attestationObject } = attestation.response
  return verifyRegistrationResponse({
    response: {
      ...attestation,
      response: {
        clientDataJSON,
        attestationObject: await stripAttestationStatement(attestationObject),
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserPresence,
    requireUserVerification,
    supportedAlgorithmIDs: supportedAlgorithms,
  })
}

/**
 * Removes the attestation statement. We request none, and to verify one the library would fetch URLs named in its
 * certificates, from inside our network (SSRF).
 */
async function stripAttestationStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await loadWebauthnHelpers()
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
  const authData = decodeAttestationObject(bytes).get('authData')
  const stripped = new Map<string, string | Uint8Array | Map<string, string>>()
  stripped.set('fmt', 'none').set('attStmt', new Map()).set('authData', authData)
  return Buffer.from(isoCBOR.encode(stripped)).toString('base64url')
}
