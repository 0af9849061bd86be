import { randomBytes } from 'node:crypto'

import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'

import { toBase32 } from './base32.ts'

/** How many are made at once. */
export const recoveryCodeCount = 10

const codeBytes = 15

/**
 * 120 random bits, so that an ordinary digest of it cannot be searched: 24 letters and digits, in four groups. Base32 has
 * no 0 and no 1, so nothing in it is easily taken for something else.
 */
export function generateRecoveryCode(): string {
  const groups = toBase32(randomBytes(codeBytes)).toLowerCase().match(/.{6}/g) ?? []
  return groups.join('-')
}

/** What the database keeps of it. Case, spaces and dashes are as the person likes; 0 and 1 are the letters they look like. */
export function hashRecoveryCode(input: string): string {
  const letters = input.toLowerCase().replace(/[\s\p{Pd}]/gu, '')
  return hashSecret(letters.replaceAll('0', 'o').replaceAll('1', 'l'))
}
