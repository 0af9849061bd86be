import type { RequestOrigin } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

interface NewAccount {
  name: string
  email: string
  /** Whether the address is known to be theirs; else they prove it after signing in. */
  isVerified: boolean
  /** Null for someone who chooses a password later. */
  password_hash: string | null
  /** Null follows the browser. */
  locale: string | null
  /** Versions of the documents agreed to; null for who was not asked yet. */
  terms: string | null
  policy: string | null
}

/** Makes an account and begins its record. @returns its id; null when the address has an account, whoever was first */
export async function createUserAccount(
  tx: Tx,
  origin: RequestOrigin,
  newAccount: NewAccount,
): Promise<string | null> {
  const { name, email, isVerified, password_hash, locale, terms, policy } = newAccount
  const inserted = await tx
    .insertInto('users')
    .values({
      id: newId(),
      name,
      email,
      email_key: emailKey(email),
      email_verified_at: isVerified ? origin.now : null,
      password_hash,
      locale,
      timezone: null,
      terms_version: terms,
      policy_version: policy,
      leaves_at: null,
      event_count: 0,
      refused_count: 0,
      refused_recorded_at: null,
      created_at: origin.now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null

  const actor = { ...origin, userId: inserted.id, sessionId: null }
  const hasPassword = password_hash !== null
  const data = { name, email, locale, timezone: null, hasPassword }
  await recordEvent(tx, actor, 'account.created', data)
  if (isVerified) await recordEvent(tx, actor, 'address.verified', { email })
  return inserted.id
}
