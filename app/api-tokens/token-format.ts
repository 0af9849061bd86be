import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'foyer_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits in base 62. */
const secretLength = 43
const tokenPattern = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9a-f]{8})$`)
const hintLength = prefix.length + 4

/** `foyer_` (for secret scanners), 256 random bits in base 62, and their CRC-32 in hex (rejects typos without a query). */
export function newApiToken(): string {
  const secret = base62(randomBytes(32))
  return `${prefix}${secret}${checksum(secret)}`
}

/** Whether the text has the format and checksum of `newApiToken`. It may still be unknown, revoked or expired. */
export function isWellFormedApiToken(text: string): boolean {
  const [, secret, sum] = tokenPattern.exec(text) ?? []
  return secret !== undefined && sum === checksum(secret)
}

/** The first characters of a token, shown so that its owner can tell tokens apart. */
export function apiTokenHint(token: string): string {
  return token.slice(0, hintLength)
}

function checksum(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0')
}

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let index = 0; index < secretLength; index++) {
    text = digits.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
