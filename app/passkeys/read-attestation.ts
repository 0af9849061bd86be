import type { Attestation } from './credential-form.ts'
import { notProved } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'
import { webauthn, webauthnHelpers } from './webauthn.ts'

/** Ed25519, P-256 and RSA; every authenticator in use makes one of them. */
export const algorithms = [-8, -7, -257]

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
export async function readAttestation(
  attestation: Attestation,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<NewPasskey> {
  const made = await verify(attestation, challenge, id, origin).catch(() => null)
  if (!made?.verified) throw notProved()

  const { credential, aaguid, credentialBackedUp } = made.registrationInfo
  // Whatever the browser calls it, what the authenticator signed is its name.
  if (credential.id !== attestation.id) throw notProved()
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    aaguid,
    synced: credentialBackedUp,
  }
}

async function verify(attestation: Attestation, challenge: string, id: string, origin: string) {
  const { verifyRegistrationResponse } = await webauthn()
  const { clientDataJSON, attestationObject } = attestation.response
  return verifyRegistrationResponse({
    response: {
      ...attestation,
      response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  })
}

/**
 * Leaves out what the authenticator says of its maker. We ask for none of it, and to check it the library would call
 * whatever address a certificate in it names, from inside our network.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await webauthnHelpers()
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
  const authData = decodeAttestationObject(bytes).get('authData')
  const plain = new Map<string, string | Uint8Array | Map<string, string>>()
  plain.set('fmt', 'none').set('attStmt', new Map()).set('authData', authData)
  return Buffer.from(isoCBOR.encode(plain)).toString('base64url')
}
