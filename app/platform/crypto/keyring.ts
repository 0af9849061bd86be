import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Encrypts and signs with the application keys. Each purpose has separate sub-keys, so a value is valid for one only. */
export interface Keyring {
  /**
   * Encrypts with AES-256-GCM under the current key.
   *
   * @param associatedData  binds the value to a row's id, for example; decrypting requires the same
   * @returns base64url of: version 1 byte, key id 1 byte, nonce 12 bytes, ciphertext, tag 16 bytes
   */
  encrypt(purpose: string, text: string, associatedData: string): string
  /** Null when altered, of another purpose or row, or encrypted with an unknown key. */
  decrypt(purpose: string, encrypted: string, associatedData: string): string | null
  /** HMAC-SHA-256 under the current key, 43 characters of base64url. */
  sign(purpose: string, text: string): string
  /** Also accepts signatures of previous keys. */
  verify(purpose: string, text: string, signature: string): boolean
  /** The sub-keys of all keys, the current one first: for signatures that must outlive the key itself. */
  subKeys(purpose: string): { name: string; key: Buffer }[]
}

const version = 1
const headerBytes = 2
export const nonceBytes = 12
const tagBytes = 16

interface KeyringKeys {
  current: Buffer
  previous: Buffer[]
}

/**
 * @param loadNewKeys  called at most once a second when a value matches no known key: the operator may have rotated keys while
 *   this process runs. It keeps encrypting with its own key, which other processes still decrypt.
 */
export function createKeyring(keys: KeyringKeys, loadNewKeys?: () => Buffer[]): Keyring {
  const current = deriveSubKeys(keys.current)
  let allKeys = [current, ...keys.previous.map(deriveSubKeys)]
  let lastReloadAt = -Infinity

  function reloadKeys(): boolean {
    if (!loadNewKeys || performance.now() - lastReloadAt < 1000) return false
    lastReloadAt = performance.now()
    const before = allKeys.length
    const known = new Set(allKeys.map(({ name }) => name))
    allKeys = [
      ...allKeys,
      ...loadNewKeys()
        .map(deriveSubKeys)
        .filter(({ name }) => !known.has(name)),
    ]
    return allKeys.length > before
  }

  function tryDecrypt(purpose: string, bytes: Buffer, associatedData: string): string | null {
    // The id is one byte and only saves work: two keys can share it.
    const candidates = allKeys.filter(({ id }) => id === bytes[1])
    return (
      candidates.map((key) => decryptWith(key, purpose, bytes, associatedData)).find(isText) ?? null
    )
  }

  function matchesAnyKey(purpose: string, text: string, candidate: Buffer): boolean {
    return allKeys.some((key) => timingSafeEqual(candidate, hmacWith(key, purpose, text)))
  }

  return {
    encrypt: (purpose, text, associatedData) => encryptWith(current, purpose, text, associatedData),

    decrypt(purpose, encrypted, associatedData) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const isWhole = bytes.length >= headerBytes + nonceBytes + tagBytes && bytes[0] === version
      if (!isWhole || bytes.toString('base64url') !== encrypted) return null
      const decrypted = tryDecrypt(purpose, bytes, associatedData)
      return decrypted === null && reloadKeys()
        ? tryDecrypt(purpose, bytes, associatedData)
        : decrypted
    },

    sign: (purpose, text) => hmacWith(current, purpose, text).toString('base64url'),

    verify(purpose, text, signature) {
      const candidate = Buffer.from(signature, 'base64url')
      if (candidate.length !== 32 || candidate.toString('base64url') !== signature) return false
      return (
        matchesAnyKey(purpose, text, candidate) ||
        (reloadKeys() && matchesAnyKey(purpose, text, candidate))
      )
    },

    subKeys: (purpose) =>
      allKeys.map((key) => ({ name: key.name, key: key.deriveKey('sign', purpose) })),
  }
}

/** A short public name for a key, so that the operator can tell keys apart. */
export function keyFingerprint(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'foyer/name', 6)).toString('hex')
}

interface SubKeys {
  name: string
  id: number
  deriveKey(use: 'seal' | 'sign', purpose: string): Buffer
}

function deriveSubKeys(key: Buffer): SubKeys {
  const cache = new Map<string, Buffer>()
  const hkdf = (info: string) => Buffer.from(hkdfSync('sha256', key, '', `foyer/${info}`, 32))
  return {
    name: keyFingerprint(key),
    id: createHash('sha256').update(hkdf('id')).digest().readUInt8(0),
    deriveKey(use, purpose) {
      const name = `${use}/${purpose}`
      const known = cache.get(name) ?? hkdf(name)
      cache.set(name, known)
      return known
    },
  }
}

function encryptWith(key: SubKeys, purpose: string, text: string, associatedData: string): string {
  const header = Buffer.from([version, key.id])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.deriveKey('seal', purpose), nonce)
  cipher.setAAD(Buffer.concat([header, Buffer.from(associatedData)]))
  const parts = [header, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts).toString('base64url')
}

function decryptWith(
  key: SubKeys,
  purpose: string,
  encrypted: Buffer,
  associatedData: string,
): string | null {
  const header = encrypted.subarray(0, headerBytes)
  const nonce = encrypted.subarray(headerBytes, headerBytes + nonceBytes)
  const body = encrypted.subarray(headerBytes + nonceBytes, -tagBytes)
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', key.deriveKey('seal', purpose), nonce, options)
  decipher.setAAD(Buffer.concat([header, Buffer.from(associatedData)]))
  decipher.setAuthTag(encrypted.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function hmacWith(key: SubKeys, purpose: string, text: string): Buffer {
  return createHmac('sha256', key.deriveKey('sign', purpose)).update(text).digest()
}

function isText(value: string | null): value is string {
  return value !== null
}
