import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits in base 62. */
const secretLength = 43
const hintDigits = 4

export interface TokenFormat {
  create(): string
  /** Whether the text has the prefix, length and checksum. It may still be unknown, revoked or expired. */
  isWellFormed(text: string): boolean
  /** The first characters of a token, shown so that its owner can tell tokens apart. */
  hint(token: string): string
}

/** The prefix (for secret scanners), 256 random bits in base 62, and their CRC-32 in hex (rejects typos without a query). */
export function tokenFormat(prefix: string): TokenFormat {
  const pattern = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9a-f]{8})$`)
  return {
    create() {
      const secret = base62(randomBytes(32))
      return `${prefix}${secret}${checksum(secret)}`
    },
    isWellFormed(text) {
      const [, secret, sum] = pattern.exec(text) ?? []
      return secret !== undefined && sum === checksum(secret)
    },
    hint: (token) => token.slice(0, prefix.length + hintDigits),
  }
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
