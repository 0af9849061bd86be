import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

export interface Tampering {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  /** False: no biometrics or PIN. */
  userVerified?: boolean
  userPresent?: boolean
  counter?: number
  userHandle?: string | null
  credentialId?: string
  /** Signs with another key than the registered one. */
  key?: KeyObject
  fmt?: string
  attestationStatement?: Map<string, unknown>
}

interface CreationOptions {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId?: string
}

interface AuthenticatorSettings {
  origin?: string
  aaguid?: string
  /** False for most synced passkeys. */
  hasCounter?: boolean
  synced?: boolean
}

const emptyAaguid = '00000000-0000-0000-0000-000000000000'

/** A software authenticator with one passkey: ES256, user-verified, discoverable. */
export class VirtualAuthenticator {
  readonly id: string = randomBytes(32).toString('base64url')
  readonly keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  userHandle = ''
  readonly #settings: Required<AuthenticatorSettings>

  constructor(settings: AuthenticatorSettings = {}) {
    this.#settings = {
      origin: 'http://localhost:3000',
      aaguid: emptyAaguid,
      hasCounter: true,
      synced: false,
      ...settings,
    }
  }

  /** Creates a passkey, like `navigator.credentials.create`. */
  create(options: CreationOptions, tampering: Tampering = {}) {
    this.userHandle = options.user.id
    const authData = Buffer.concat([
      this.#authenticatorData(tampering.rpId ?? options.rp.id ?? '', 0x40, tampering),
      Buffer.from(this.#settings.aaguid.replaceAll('-', ''), 'hex'),
      uint16(Buffer.from(tampering.credentialId ?? this.id, 'base64url').length),
      Buffer.from(tampering.credentialId ?? this.id, 'base64url'),
      this.#coseKey(),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', tampering.fmt ?? 'none'],
      ['attStmt', tampering.attestationStatement ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#credentialFields(tampering),
      response: {
        clientDataJSON: this.#clientDataJson('webauthn.create', options.challenge, tampering),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Signs with the passkey, like `navigator.credentials.get`. */
  get(options: RequestOptions, tampering: Tampering = {}) {
    if (this.#settings.hasCounter) this.counter++
    const authData = this.#authenticatorData(tampering.rpId ?? options.rpId ?? '', 0, tampering)
    const clientDataJSON = this.#clientDataJson('webauthn.get', options.challenge, tampering)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const { userHandle = this.userHandle, key = this.keyPair.privateKey } = tampering
    return {
      ...this.#credentialFields(tampering),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  #credentialFields({ credentialId = this.id }: Tampering) {
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  #clientDataJson(type: string, challenge: string, tampering: Tampering): string {
    const data = {
      type: tampering.type ?? type,
      challenge: tampering.challenge ?? challenge,
      origin: tampering.origin ?? this.#settings.origin,
      crossOrigin: tampering.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  /** RP ID hash, flags and counter. @see WebAuthn §6.1 */
  #authenticatorData(rpId: string, flags: number, tampering: Tampering): Buffer {
    const { userPresent = true, userVerified = true, counter = this.counter } = tampering
    const backup = this.#settings.synced ? 0x18 : 0
    const flagBits = flags | (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | backup
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flagBits]), count])
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.keyPair.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return encodeCbor(key)
  }
}

function encodeCbor(value: unknown): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
