import type { Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { newId } from '#app/platform/ids.ts'
import { record } from '#app/platform/record.ts'

interface Person {
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
export async function newAccount(tx: Tx, origin: Origin, person: Person): Promise<string | null> {
  const { name, email, isVerified, password_hash, locale, terms, policy } = person
  const made = await tx
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
  if (!made) return null

  const account = { ...origin, userId: made.id, sessionId: null }
  const hasPassword = password_hash !== null
  const created = { name, email, locale, timezone: null, hasPassword }
  await record(tx, account, 'account.created', created)
  if (isVerified) await record(tx, account, 'address.verified', { email })
  return made.id
}
