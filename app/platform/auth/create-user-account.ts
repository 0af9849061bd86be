import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { encryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { emailOwner, lockEmailKeys } from './email-owner.ts'

interface NewAccount {
  name: string
  email: string
  /** Whether the address is verified. If not, the user verifies it after signing in. */
  isVerified: boolean
  isInvited?: boolean
  /** Null when the user chooses a password later. */
  password_hash: string | null
  locale: string | null
  /** Accepted versions of terms and policy; null when not asked yet. */
  terms: string | null
  policy: string | null
  /** The operator imports the account from another system. */
  isImported?: boolean
}

/** Creates an account and records its first events. @returns its id; null when the address already has an account */
export async function createUserAccount(
  tx: Tx,
  keys: Keyring,
  origin: RequestOrigin & Pick<Actor, 'performedBy'>,
  newAccount: NewAccount,
): Promise<string | null> {
  const { name, email, isVerified, password_hash, locale, terms, policy } = newAccount
  const { isImported = false, isInvited = false } = newAccount
  const id = newId()
  const key = emailKey(email)
  await lockEmailKeys(tx, [key])
  if (await emailOwner(tx, key)) return null
  const inserted = await tx
    .insertInto('users')
    .values({
      id,
      name,
      email,
      email_key: key,
      email_verified_at: isVerified ? origin.now : null,
      password_hash: password_hash && encryptPasswordHash(keys, id, password_hash),
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

  const actor = { ...origin, userId: id, sessionId: null }
  const hasPassword = password_hash !== null
  const data = { name, email, locale, timezone: null, hasPassword, isImported, isInvited }
  await recordEvent(tx, actor, 'account.created', data)
  if (isVerified) await recordEvent(tx, actor, 'address.verified', { email })
  return id
}
