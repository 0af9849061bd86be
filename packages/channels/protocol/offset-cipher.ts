import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-128-gcm'
const nonceBytes = 12
const tagBytes = 16
const positionBytes = 8

/**
 * Encrypts positions of the log for clients: it is one for all channels, so a plain number would show how much everyone else
 * sends. Equal positions get different texts, or an unchanged one would show that nobody sent anything.
 */
export class OffsetCipher {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('channels offset').digest().subarray(0, 16)
  }

  encrypt(position: number): string {
    const nonce = randomBytes(nonceBytes)
    const plain = Buffer.alloc(positionBytes)
    plain.writeBigUInt64BE(BigInt(position))
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    const encrypted = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]
    return Buffer.concat(encrypted).toString('base64url')
  }

  /** @returns null for what was not encrypted with the same secret */
  decrypt(offset: string): number | null {
    const bytes = Buffer.from(offset, 'base64url')
    if (bytes.length !== nonceBytes + positionBytes + tagBytes) return null
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const plain = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
    try {
      decipher.final()
    } catch {
      return null
    }
    return Number(plain.readBigUInt64BE())
  }
}
