import type { Db } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'

import { stepOfCode, typedCode } from './totp.ts'

/** `used`: it was right, and has been used before, or a newer one has. */
export type Verdict = 'right' | 'wrong' | 'used'

export const codeSentences = {
  wrong:
    'That code is not right. Enter the one your app shows now, and check the clock of your phone.',
  used: 'That code has been used. Wait until your app shows the next one.',
} as const

/**
 * Uses a code from the person's app up: whoever sends it, and however many at once, it is right one time only. The step
 * it belongs to becomes the last one accepted, in one statement.
 */
export async function useCode(
  db: Db,
  keys: Keyring,
  { userId, code, phoneTime }: { userId: string; code: string; phoneTime: number },
): Promise<Verdict> {
  const secret = await sharedSecret(db, keys, userId)
  const step = secret && stepOfCode(secret, typedCode(code) ?? '', phoneTime)
  if (step === null) return 'wrong'

  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ two_factor_last_step: step, two_factor_wrong_count: 0 })
    .where('id', '=', userId)
    .where('two_factor_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'right' : 'used'
}

/** Null while two-factor is off, and when the key it was sealed with is no longer known: then only recovery codes help. */
async function sharedSecret(db: Db, keys: Keyring, userId: string): Promise<Buffer | null> {
  const user = await db
    .selectFrom('users')
    .select('two_factor_secret_sealed')
    .where('id', '=', userId)
    .executeTakeFirst()
  const sealed = user?.two_factor_secret_sealed
  const opened = sealed ? keys.open('two-factor', sealed, userId) : null
  return opened === null ? null : Buffer.from(opened, 'hex')
}
