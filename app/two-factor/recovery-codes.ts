import { randomBytes } from 'node:crypto'

import { Secret } from 'otpauth'

import { slowHash } from '#app/platform/auth/password-hash.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'

import { recoveryCodeCount, recoveryCodeLength } from './limits.ts'

/** Codes and what the database stores of them. The codes are the only plain-text copy. */
export interface NewRecoveryCodes {
  codes: string[]
  hashes: string[]
}

const saltBytes = 16
const separator = '.'

/** Call it outside of transactions, as hashing takes a while. */
export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const salt = newSalt()
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)))
  return { codes, hashes }
}

/** Replaces all codes, pending ones included. @returns the number of old codes */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
  now: number,
): Promise<number> {
  const before = await deleteRecoveryCodes(tx, userId)
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return before
}

/** @returns the number of deleted codes */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  await tx.deleteFrom('pending_recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Hashes the input with the salt of each stored code: once slowly in any case, so that the response time tells
 * nothing about its codes. Call it outside of transactions.
 *
 * @param userId  null for an address without an account
 * @returns the hashes for `consumeRecoveryCode`
 */
export async function hashWithEachSalt(
  db: Db,
  userId: string | null,
  input: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute()
  const salts = new Set(rows.map(({ code_hash }) => saltOf(code_hash)))
  if ([...salts].every((salt) => salt === null)) salts.add(newSalt())
  return Promise.all([...salts].map((salt) => hashRecoveryCode(input, salt)))
}

/** Consumes a code in one statement. @returns how many are left, or null for an unknown or used code */
export async function consumeRecoveryCode(
  tx: Db,
  userId: string,
  hashes: readonly string[],
): Promise<number | null> {
  if (hashes.length === 0) return null
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst()
  return numDeletedRows > 0n ? countRecoveryCodes(tx, userId) : null
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))
}

/** Generates a code of Base32 characters in groups of four. Base32 has no 0 and no 1, which avoids lookalikes. */
export function generateRecoveryCode(): string {
  const characters = new Secret({ size: recoveryCodeLength }).base32.slice(0, recoveryCodeLength)
  return characters.toLowerCase().match(/.{4}/g)?.join('-') ?? ''
}

/**
 * Ignores case, spaces and dashes, and reads 0 as o and 1 as l.
 *
 * @param salt  null for a code of 120 random bits, from before codes were short: an ordinary digest protects it
 */
export async function hashRecoveryCode(input: string, salt: string | null): Promise<string> {
  const characters = input
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
  if (salt === null) return hashSecret(characters)
  const digest = await slowHash(characters, Buffer.from(salt, 'base64url'))
  return `${salt}${separator}${digest.toString('base64url')}`
}

function newSalt(): string {
  return randomBytes(saltBytes).toString('base64url')
}

function saltOf(codeHash: string): string | null {
  return codeHash.includes(separator) ? (codeHash.split(separator)[0] ?? null) : null
}
