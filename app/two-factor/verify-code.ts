import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { matchingStep, parseCode } from './totp.ts'

/** `reused`: the code is correct, but it or a newer one has been accepted before. */
export type CodeResult = 'valid' | 'invalid' | 'reused'

export const codeMessages = {
  invalid: "That code isn't right. Enter the one your app shows now, and check your phone's clock.",
  reused: 'That code was already used. Wait for the next one.',
} as const

/** Verifies and consumes a TOTP code. One statement advances the last accepted step, so each code works once. */
export async function verifyCode(
  db: Db,
  keys: Keyring,
  { userId, code, realNow }: { userId: string; code: string; realNow: number },
): Promise<CodeResult> {
  const secret = await sharedSecret(db, keys, userId)
  const step = secret && matchingStep(secret, parseCode(code) ?? '', realNow)
  if (step === null) return 'invalid'

  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ two_factor_last_step: step, two_factor_wrong_count: 0 })
    .where('id', '=', userId)
    .where('two_factor_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'valid' : 'reused'
}

/** Null while two-factor is off, or when the encryption key is gone; then only recovery codes work. */
async function sharedSecret(db: Db, keys: Keyring, userId: string): Promise<Buffer | null> {
  const user = await db
    .selectFrom('users')
    .select('two_factor_secret_sealed')
    .where('id', '=', userId)
    .executeTakeFirst()
  const encrypted = user?.two_factor_secret_sealed
  const decrypted = encrypted ? keys.decrypt('two-factor', encrypted, userId) : null
  return decrypted === null ? null : Buffer.from(decrypted, 'hex')
}
