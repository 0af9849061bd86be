import { randomInt } from 'node:crypto'

import type { RequestOrigin } from '#app/platform/actor.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { MailedCodesTable } from '#app/platform/db/schema.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { codeLifetimeMs, maxCodeGuesses } from './limits.ts'

/** One message for every failure, so it does not reveal which addresses have accounts. */
export const wrongCodeMessage =
  "That code isn't right, or it no longer works. Enter the one from our newest email, or send a new one."

export type CodePurpose = MailedCodesTable['purpose']

/** The request that a code belongs to. There is at most one open code for each request; a newer one replaces it. */
export interface CodeRequest {
  purpose: CodePurpose
  /** Key of the address, see `emailKey`. */
  emailKey: string
  /** Secret of the asking browser, such as the id of its guest session. The code works only there. */
  browser: string
}

interface NewCode extends CodeRequest {
  /** Null for an address without an account. */
  userId: string | null
  ttlMs: number
  now: number
  /** Any text; stored encrypted. */
  payload?: string
}

/** The browser that a code is for, and its client, which the mail names. */
export interface CodeRequester extends RequestOrigin {
  browser: string
}

/** A code for a mail, and the client that asked. */
export interface CodeToMail {
  code: string
  requester: RequestOrigin
}

/** Stores a code for the browser that asked. @param requester  null if codes are switched off, which gives null */
export async function issueCodeFor(
  requester: CodeRequester | null,
  tx: Db,
  keys: Keyring,
  newCode: Omit<NewCode, 'browser' | 'ttlMs'>,
): Promise<CodeToMail | null> {
  if (requester === null) return null
  const { browser } = requester
  const { code } = await issueMailedCode(tx, keys, { ...newCode, browser, ttlMs: codeLifetimeMs })
  return { code, requester }
}

/** Stores a new code. The returned one is the only copy; the database holds its keyed hash. */
export async function issueMailedCode(
  tx: Db,
  keys: Keyring,
  { purpose, emailKey, browser, userId, ttlMs, now, payload }: NewCode,
): Promise<{ id: string; code: string }> {
  const id = newId()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    id,
    user_id: userId,
    code_mac: keys.sign('mailed-code', signedText(id, code)),
    payload_sealed: payload === undefined ? null : keys.encrypt('mailed-code', payload, id),
    guesses: 0,
    created_at: now,
    expires_at: now + ttlMs,
  }
  await tx
    .insertInto('mailed_codes')
    .values({ purpose, email_key: emailKey, browser_hash: hashSecret(browser), ...values })
    .onConflict((conflict) =>
      conflict.columns(['browser_hash', 'email_key', 'purpose']).doUpdateSet(values),
    )
    .execute()
  return { id, code }
}

/** A code that was entered correctly and waits for `consumeMailedCode`. */
export interface MailedCode {
  id: string
  userId: string | null
  emailKey: string
  payload: string | null
}

/**
 * Checks a code without consuming it. Every call counts as a guess, before the code is compared: of any number of concurrent
 * guesses, only `maxCodeGuesses` are compared.
 *
 * @param db  not a transaction: rolling one back would forget the guess
 * @returns null for a wrong, expired, used or replaced code, and for one of another browser
 */
export async function checkMailedCode(
  db: Db,
  keys: Keyring,
  { purpose, emailKey, browser, code, now }: CodeRequest & { code: string; now: number },
): Promise<MailedCode | null> {
  if (db.isTransaction) throw new Error('A guess must be counted outside a transaction')
  const row = await db
    .updateTable('mailed_codes')
    .set(({ eb }) => ({ guesses: eb('guesses', '+', 1) }))
    .where('browser_hash', '=', hashSecret(browser))
    .where('email_key', '=', emailKey)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('guesses', '<', maxCodeGuesses)
    .returning(['id', 'user_id', 'code_mac', 'payload_sealed'])
    .executeTakeFirst()
  const digits = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!row || !keys.verify('mailed-code', signedText(row.id, digits), row.code_mac)) return null

  const { id, user_id: userId, payload_sealed } = row
  const payload = payload_sealed && keys.decrypt('mailed-code', payload_sealed, id)
  if (payload === null && payload_sealed !== null) return null
  return { id, userId, emailKey, payload }
}

/** Deletes a checked code. Of concurrent callers exactly one gets true, and none after the code was revoked or replaced. */
export async function consumeMailedCode(
  tx: Db,
  { id }: Pick<MailedCode, 'id'>,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mailed_codes')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Revokes every code mailed to the account. */
export async function revokeMailedCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('mailed_codes').where('user_id', '=', userId).execute()
}

/** Deletes the codes of an erased account, including those mailed before it was created. */
export async function eraseMailedCodes(tx: Tx, emailKeys: string[]): Promise<void> {
  await tx.deleteFrom('mailed_codes').where('email_key', 'in', emailKeys).execute()
}

/** Binds the code to its row, so that a stolen database shows no equal codes. */
function signedText(id: string, code: string): string {
  return `${id}:${code}`
}
