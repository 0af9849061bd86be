import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a test may have wrong on purpose. */
export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  /** False: nobody showed a finger or a code. */
  verified?: boolean
  present?: boolean
  counter?: number
  userHandle?: string | null
  credentialId?: string
  /** Signed by another key than the one that was registered. */
  key?: KeyObject
  fmt?: string
  statement?: Map<string, unknown>
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

interface Settings {
  origin?: string
  aaguid?: string
  /** False: as most synced passkeys, it does not count. */
  counts?: boolean
  synced?: boolean
}

const nothing = '00000000-0000-0000-0000-000000000000'

/** A security key with one passkey, made of nothing but node:crypto: ES256, user verified, resident. */
export class Authenticator {
  readonly id: string = randomBytes(32).toString('base64url')
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  userHandle = ''
  readonly #settings: Required<Settings>

  constructor(settings: Settings = {}) {
    this.#settings = {
      origin: 'http://localhost:3000',
      aaguid: nothing,
      counts: true,
      synced: false,
      ...settings,
    }
  }

  /** As `navigator.credentials.create`. */
  create(options: CreationOptions, lies: Lies = {}) {
    this.userHandle = options.user.id
    const authData = Buffer.concat([
      this.#head(lies.rpId ?? options.rp.id ?? '', 0x40, lies),
      Buffer.from(this.#settings.aaguid.replaceAll('-', ''), 'hex'),
      uint16(Buffer.from(lies.credentialId ?? this.id, 'base64url').length),
      Buffer.from(lies.credentialId ?? this.id, 'base64url'),
      this.#coseKey(),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', lies.fmt ?? 'none'],
      ['attStmt', lies.statement ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#shell(lies),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, lies),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** As `navigator.credentials.get`. */
  get(options: RequestOptions, lies: Lies = {}) {
    if (this.#settings.counts) this.counter++
    const authData = this.#head(lies.rpId ?? options.rpId ?? '', 0, lies)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, lies)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const { userHandle = this.userHandle, key = this.keys.privateKey } = lies
    return {
      ...this.#shell(lies),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  #shell({ credentialId = this.id }: Lies) {
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    }
  }

  #clientData(type: string, challenge: string, lies: Lies): string {
    const data = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#settings.origin,
      crossOrigin: lies.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  /** The digest of the relying party, flags and counter. @see WebAuthn §6.1 */
  #head(rpId: string, flags: number, lies: Lies): Buffer {
    const { present = true, verified = true, counter = this.counter } = lies
    const backup = this.#settings.synced ? 0x18 : 0
    const all = flags | (present ? 0x01 : 0) | (verified ? 0x04 : 0) | backup
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), count])
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return encode(key)
  }
}

function encode(value: unknown): Buffer {
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
