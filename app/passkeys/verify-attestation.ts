import { verificationFailed } from './errors.ts'
import { loadWebauthn, loadWebauthnHelpers } from './load-webauthn.ts'
import type { Attestation } from './passkey-forms.ts'
import type { RelyingParty } from './relying-party.ts'

/** Ed25519, P-256 and RSA; every authenticator in use makes one of them. */
export const supportedAlgorithms = [-8, -7, -257]

/** A passkey that was just made. */
export interface NewPasskey {
  credentialId: string
  /** COSE, base64url. */
  publicKey: string
  counter: number
  aaguid: string
  synced: boolean
}

/** @throws Invalid when anything is not as it must be */
export async function verifyAttestation(
  attestation: Attestation,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<NewPasskey> {
  const verification = await verifyRegistration(attestation, challenge, id, origin).catch(
    () => null,
  )
  if (!verification?.verified) throw verificationFailed()

  const { credential, aaguid, credentialBackedUp } = verification.registrationInfo
  // Whatever the browser calls it, what the authenticator signed is its name.
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
  challenge: string,
  id: string,
  origin: string,
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
    requireUserVerification: true,
    supportedAlgorithmIDs: supportedAlgorithms,
  })
}

/**
 * Leaves out what the authenticator says of its maker. We ask for none of it, and to check it the library would call
 * whatever address a certificate in it names, from inside our network.
 */
async function stripAttestationStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await loadWebauthnHelpers()
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
  const authData = decodeAttestationObject(bytes).get('authData')
  const stripped = new Map<string, string | Uint8Array | Map<string, string>>()
  stripped.set('fmt', 'none').set('attStmt', new Map()).set('authData', authData)
  return Buffer.from(isoCBOR.encode(stripped)).toString('base64url')
}
