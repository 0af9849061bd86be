import { Secret } from 'otpauth'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { recoveryCodeCount, recoveryCodeBytes } from './limits.ts'
import { codesReplacedNotice } from './notices.mail.ts'

/** Revokes the old recovery codes and creates new ones. @returns the only plain-text copy */
export async function regenerateRecoveryCodes(
  context: ActionContext,
  actor: Actor,
): Promise<string[]> {
  const { db, now } = context
  return inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    if (!user) throw new NotSignedIn()
    if (user.two_factor_enabled_at === null) {
      throw new ValidationError({ form: 'Turn two-factor on first. Recovery codes come with it.' })
    }
    const { codes, before } = await replaceRecoveryCodes(tx, actor.userId, now)
    await recordEvent(tx, actor, 'recovery-codes.replaced', { before, now: codes.length })
    await sendSecurityNotice(tx, context, actor, codesReplacedNotice())
    return codes
  })
}

/** Replaces all codes. @returns the only plain-text copy (the database stores hashes) and the old count */
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

/** @returns the number of deleted codes */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Consumes a code in one statement. @returns how many are left, or null for an unknown or used code */
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

/**
 * Generates a code of 24 Base32 characters in four groups. With 120 random bits, an ordinary digest cannot be brute-forced.
 * Base32 has no 0 and no 1, which avoids lookalikes.
 */
export function generateRecoveryCode(): string {
  const groups = new Secret({ size: recoveryCodeBytes }).base32.toLowerCase().match(/.{6}/g) ?? []
  return groups.join('-')
}

/** Ignores case, spaces and dashes, and reads 0 as o and 1 as l. */
export function hashRecoveryCode(input: string): string {
  const letters = input.toLowerCase().replace(/[\s\p{Pd}]/gu, '')
  return hashSecret(letters.replaceAll('0', 'o').replaceAll('1', 'l'))
}
