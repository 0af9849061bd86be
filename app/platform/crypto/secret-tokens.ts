import { hash, randomBytes } from 'node:crypto'

/** Characters of `newSecret`. */
export const secretLength = 43

/** 256 random bits as 43 base64url characters. Only its owner keeps it; we keep `hashSecret` of it. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex. Enough for secrets of ours, which cannot be guessed; never for passwords. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
