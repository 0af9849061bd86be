import { hash, randomBytes } from 'node:crypto'

export const secretLength = 43

/** 256 random bits as 43 base64url characters. Only its owner has it; the database stores `hashSecret` of it. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether the text may be a secret, by its form. */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text)
}

/** SHA-256 in hex. Enough for 256-bit random secrets, which cannot be guessed; never for passwords. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
