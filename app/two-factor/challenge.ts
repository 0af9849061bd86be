import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import { decryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { challengeLifetimeMs, maxWrongAnswers } from './limits.ts'

/** A sign-in that passed the password or a provider and awaits the second factor. */
export interface Challenge {
  id: string
  userId: string
  remembered: boolean
  /** Digest of the password hash at that time. */
  passwordDigest: string
  /** Used instead of the password. */
  linkedAccountId: string | null
}

export interface NewChallenge extends RequestOrigin {
  userId: string
  remembered: boolean
  /** The first factor; the hash is decrypted. */
  by: { password_hash: string } | { linkedAccountId: string }
}

/** Starts a challenge after the first factor. @returns the only copy of the secret; the database stores its hash */
export async function startChallenge(
  tx: Tx,
  input: NewChallenge & { isKnownDevice: boolean },
): Promise<{ secret: string }> {
  const secret = newSecret()
  await tx
    .insertInto('two_factor_challenges')
    .values({
      id: newId(),
      user_id: input.userId,
      token_hash: hashSecret(secret),
      password_digest: 'password_hash' in input.by ? hashSecret(input.by.password_hash) : '',
      linked_account_id: 'linkedAccountId' in input.by ? input.by.linkedAccountId : null,
      remembered: input.remembered ? 1 : 0,
      wrong_count: 0,
      ip: input.ip,
      user_agent: input.userAgent,
      country: input.country ?? null,
      known_device: input.isKnownDevice ? 1 : 0,
      created_at: input.now,
      expires_at: input.now + challengeLifetimeMs,
    })
    .execute()
  return { secret }
}

/** Returns null when the challenge is expired, completed, or the account's first or second factor has changed. */
export async function findChallenge(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  secret: string,
): Promise<Challenge | null> {
  const found = await db
    .selectFrom('two_factor_challenges as challenge')
    .innerJoin('users', 'users.id', 'challenge.user_id')
    .select([
      'challenge.id',
      'challenge.user_id',
      'challenge.remembered',
      'challenge.password_digest',
      'challenge.linked_account_id',
      'users.password_hash',
    ])
    .where('challenge.token_hash', '=', hashSecret(secret))
    .where('challenge.expires_at', '>', now)
    .where('users.two_factor_enabled_at', 'is not', null)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()

  if (!found) return null
  const challenge: Challenge = {
    id: found.id,
    userId: found.user_id,
    remembered: found.remembered === 1,
    passwordDigest: found.password_digest,
    linkedAccountId: found.linked_account_id,
  }
  return (await isFirstFactorUnchanged(db, keys, challenge, found.password_hash)) ? challenge : null
}

/** Consumes the challenge. Of concurrent callers exactly one gets true. */
export async function consumeChallenge(tx: Db, { id }: Challenge, now: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor_challenges')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the challenge after too many wrong answers. @returns whether it has ended */
export async function countWrongAnswer(tx: Tx, { id }: Challenge): Promise<boolean> {
  const counted = await tx
    .updateTable('two_factor_challenges')
    .set(({ eb }) => ({ wrong_count: eb('wrong_count', '+', 1) }))
    .where('id', '=', id)
    .returning('wrong_count')
    .executeTakeFirst()
  if (counted && counted.wrong_count < maxWrongAnswers) return false
  await tx.deleteFrom('two_factor_challenges').where('id', '=', id).execute()
  return true
}

/** Whether the password or the linked account that started the challenge still opens the account. */
export async function isFirstFactorUnchanged(
  db: Db,
  keys: Keyring,
  { userId, passwordDigest, linkedAccountId }: Challenge,
  password_hash: string | null,
): Promise<boolean> {
  if (linkedAccountId === null) {
    // The hash itself: its ciphertext changes when keys are rotated.
    const hash = decryptPasswordHash(keys, userId, password_hash)
    return hash !== null && hashSecret(hash) === passwordDigest
  }
  const linked = await db
    .selectFrom('linked_accounts')
    .select('id')
    .where('id', '=', linkedAccountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return linked !== undefined
}
