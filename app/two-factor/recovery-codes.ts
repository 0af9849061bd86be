import type { Db, Tx } from '#app/platform/db/connect.ts'

import {
  hashRecoveryCode,
  generateRecoveryCode,
  recoveryCodeCount,
} from './recovery-code-format.ts'

/** Old ones die, new ones are made. What it returns is the only copy; the database keeps their hashes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  now: number,
): Promise<{ codes: string[]; before: number }> {
  const before = await deleteRecoveryCodes(tx, userId)
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const rows = codes.map((code) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(code),
    created_at: now,
  }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return { codes, before }
}

/** @returns how many there were */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Uses one up, in one statement. @returns how many are left, or null when it is none of theirs, or no longer */
export async function consumeRecoveryCode(
  tx: Db,
  userId: string,
  input: string,
): Promise<number | null> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(input))
    .executeTakeFirst()
  return numDeletedRows > 0n ? countRecoveryCodes(tx, userId) : null
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
