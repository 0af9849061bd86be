import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'

import { randomPooled } from './random.ts'

/** What the application's keys are good for. Every purpose has sub-keys of its own, so nothing made for one is accepted for another. */
export interface Keyring {
  /**
   * Encrypts with AES-256-GCM under the current key.
   *
   * @param bound  what the value belongs to, such as a row's id; it opens only together with the same
   * @returns base64url of: version 1 byte, key id 1 byte, nonce 12 bytes, ciphertext, tag 16 bytes
   */
  seal(purpose: string, text: string, bound: string): string
  /** Null when it was altered, made for another purpose or row, or under a key that is no longer known. */
  open(purpose: string, sealed: string, bound: string): string | null
  /** HMAC-SHA-256 under the current key, 43 characters of base64url. */
  sign(purpose: string, text: string): string
  /** Accepts signatures of previous keys too. */
  verify(purpose: string, text: string, signature: string): boolean
  /** A sub-key of each key, the current one first: for what has to be checked when the key itself is long forgotten. */
  subKeys(purpose: string): { name: string; key: Buffer }[]
}

const version = 1
const headBytes = 2
const nonceBytes = 12
const tagBytes = 16

interface Keys {
  current: Buffer
  previous: Buffer[]
}

/**
 * @param newer  asked, at most once a second, when something was made with a key that is not known here: the operator may
 *   have changed keys while this process runs. It goes on sealing with its own, which the others still open.
 */
export function keyring(keys: Keys, newer?: () => Buffer[]): Keyring {
  const current = subKeys(keys.current)
  let all = [current, ...keys.previous.map(subKeys)]
  let lookedAt = -Infinity

  function lookAgain(): boolean {
    if (!newer || performance.now() - lookedAt < 1000) return false
    lookedAt = performance.now()
    const before = all.length
    const known = new Set(all.map(({ name }) => name))
    all = [
      ...all,
      ...newer()
        .map(subKeys)
        .filter(({ name }) => !known.has(name)),
    ]
    return all.length > before
  }

  function decrypted(purpose: string, bytes: Buffer, bound: string): string | null {
    // Two keys can share an id: it only saves work.
    const likely = all.filter(({ id }) => id === bytes[1])
    return likely.map((key) => decrypt(key, purpose, bytes, bound)).find(isText) ?? null
  }

  function isSigned(purpose: string, text: string, given: Buffer): boolean {
    return all.some((key) => timingSafeEqual(given, hmac(key, purpose, text)))
  }

  return {
    seal: (purpose, text, bound) => encrypt(current, purpose, text, bound),

    open(purpose, sealed, bound) {
      const bytes = Buffer.from(sealed, 'base64url')
      const isWhole = bytes.length >= headBytes + nonceBytes + tagBytes && bytes[0] === version
      if (!isWhole || bytes.toString('base64url') !== sealed) return null
      const opened = decrypted(purpose, bytes, bound)
      return opened === null && lookAgain() ? decrypted(purpose, bytes, bound) : opened
    },

    sign: (purpose, text) => hmac(current, purpose, text).toString('base64url'),

    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== 32 || given.toString('base64url') !== signature) return false
      return isSigned(purpose, text, given) || (lookAgain() && isSigned(purpose, text, given))
    },

    subKeys: (purpose) => all.map((key) => ({ name: key.name, key: key.of('sign', purpose) })),
  }
}

/** Names a key without giving it away: for the operator, who has to tell several apart. */
export function keyName(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'foyer/name', 6)).toString('hex')
}

interface SubKeys {
  name: string
  id: number
  of(use: 'seal' | 'sign', purpose: string): Buffer
}

function subKeys(key: Buffer): SubKeys {
  const made = new Map<string, Buffer>()
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', key, '', `foyer/${info}`, 32))
  return {
    name: keyName(key),
    id: createHash('sha256').update(derive('id')).digest().readUInt8(0),
    of(use, purpose) {
      const name = `${use}/${purpose}`
      const known = made.get(name) ?? derive(name)
      made.set(name, known)
      return known
    },
  }
}

function encrypt(key: SubKeys, purpose: string, text: string, bound: string): string {
  const head = Buffer.from([version, key.id])
  const nonce = randomPooled(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.of('seal', purpose), nonce)
  cipher.setAAD(Buffer.concat([head, Buffer.from(bound)]))
  const parts = [head, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts).toString('base64url')
}

function decrypt(key: SubKeys, purpose: string, sealed: Buffer, bound: string): string | null {
  const head = sealed.subarray(0, headBytes)
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes)
  const body = sealed.subarray(headBytes + nonceBytes, -tagBytes)
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', key.of('seal', purpose), nonce, options)
  decipher.setAAD(Buffer.concat([head, Buffer.from(bound)]))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function hmac(key: SubKeys, purpose: string, text: string): Buffer {
  return createHmac('sha256', key.of('sign', purpose)).update(text).digest()
}

function isText(value: string | null): value is string {
  return value !== null
}
