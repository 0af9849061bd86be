import type { EncryptedColumn } from './encrypted-columns.ts'
import type { Keyring } from './keyring.ts'

/** A password hash is stored encrypted, which is its pepper: without APP_KEY nobody can guess passwords from a stolen database. */
export const passwordHashColumn: EncryptedColumn = {
  table: 'users',
  column: 'password_hash',
  purpose: 'password',
  idColumn: 'id',
  isPlaintext: isUnpeppered,
}

export function encryptPasswordHash(keys: Keyring, userId: string, hash: string): string {
  return keys.encrypt(passwordHashColumn.purpose, hash, userId)
}

/** @returns null without a password; an empty string, which matches no password, when no key decrypts it */
export function decryptPasswordHash(
  keys: Keyring,
  userId: string,
  stored: string | null,
): string | null {
  if (stored === null || isUnpeppered(stored)) return stored
  return keys.decrypt(passwordHashColumn.purpose, stored, userId) ?? ''
}

/** Stored by an earlier version, as a PHC string. A ciphertext is base64url and contains no `$`. */
export function isUnpeppered(stored: string): boolean {
  return stored.startsWith('$')
}
