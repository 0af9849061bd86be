import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import type { ProviderSession } from '#app/platform/auth/required-provider.ts'
import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { digestPasswordHash, isFirstFactorUnchanged } from './is-first-factor-unchanged.ts'
import { challengeLifetimeMs, maxWrongAnswers } from './limits.ts'
import { needsSecondFactor } from './needs-second-factor.ts'
import type { ChallengeMethod } from './pages.ts'
import { challengeMethods, secondFactors } from './second-factors.ts'

/** A sign-in that passed its first factor and awaits a second one, or the mailed code of a new device. */
export interface PendingSignIn {
  id: string
  userId: string
  remembered: boolean
  /** Digest of the password hash at that time; empty without a password. */
  passwordDigest: string
  /** Used instead of the password. */
  provider: ProviderSession | null
  /** The second factors that complete it, the preferred one first; empty on a new device, where a mailed code completes it. */
  methods: ChallengeMethod[]
  /** The address whose mailed code was used instead of the password; on a new device, the one entered with it. */
  emailKey: string | null
}

/** The first factor that was used; `password_hash` is decrypted, and null without a password. */
type UsedFactor =
  | { kind: 'password'; password_hash: string; emailKey: string }
  | ({ kind: 'provider' } & ProviderSession)
  | { kind: 'email-code'; password_hash: string | null; emailKey: string }

export type PendingSignInKind = 'second-factor' | 'new-device'

export interface NewPendingSignIn extends RequestOrigin {
  userId: string
  remembered: boolean
  by: UsedFactor
}

/** Starts a challenge after the first factor. @returns the only copy of the secret; the database stores its hash */
export async function startPendingSignIn(
  tx: Tx,
  input: NewPendingSignIn & { isKnownDevice: boolean; kind?: PendingSignInKind },
): Promise<{ secret: string }> {
  const secret = newSecret()
  const { by, kind = 'second-factor' } = input
  const provider = by.kind === 'provider' ? by : null
  const storesAddress =
    by.kind === 'email-code' || (by.kind === 'password' && kind === 'new-device')
  await tx
    .insertInto('two_factor_challenges')
    .values({
      id: newId(),
      user_id: input.userId,
      token_hash: hashSecret(secret),
      kind,
      password_digest: by.kind === 'provider' ? '' : digestPasswordHash(by.password_hash),
      email_key: storesAddress ? by.emailKey : null,
      linked_account_id: provider && provider.linkedAccountId,
      provider_sid: provider && provider.sid,
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

/** Returns null when the challenge is expired or completed, the first factor has changed, or there is no second one. */
export async function findPendingSignIn(
  { db, keys, now, config }: Pick<ActionContext, 'db' | 'keys' | 'now' | 'config'>,
  secret: string,
  kind: PendingSignInKind = 'second-factor',
): Promise<PendingSignIn | null> {
  const isNewDevice = kind === 'new-device'
  const found = await db
    .selectFrom('two_factor_challenges as challenge')
    .innerJoin('users', 'users.id', 'challenge.user_id')
    .select([
      'challenge.id',
      'challenge.user_id',
      'challenge.remembered',
      'challenge.password_digest',
      'challenge.linked_account_id',
      'challenge.provider_sid',
      'challenge.email_key',
      'users.password_hash',
      'users.two_factor_enabled_at',
    ])
    .where('challenge.token_hash', '=', hashSecret(secret))
    .where('challenge.kind', '=', kind)
    .where('challenge.expires_at', '>', now)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const { user_id: userId, two_factor_enabled_at: twoFactorEnabledAt } = found
  if ((await needsSecondFactor(db, config, { userId, twoFactorEnabledAt })) === isNewDevice)
    return null
  const factors = isNewDevice ? null : await secondFactors(db, userId)
  const methods = factors ? challengeMethods(factors) : []
  if (methods.length === 0 && !isNewDevice) return null
  const challenge: PendingSignIn = {
    id: found.id,
    userId,
    remembered: found.remembered === 1,
    passwordDigest: found.password_digest,
    provider:
      found.linked_account_id === null
        ? null
        : { linkedAccountId: found.linked_account_id, sid: found.provider_sid },
    methods,
    emailKey: found.email_key,
  }
  return (await isFirstFactorUnchanged(db, keys, challenge, found.password_hash)) ? challenge : null
}

/** Consumes the challenge. Of concurrent callers exactly one gets true. */
export async function consumePendingSignIn(
  tx: Db,
  { id }: Pick<PendingSignIn, 'id'>,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor_challenges')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The challenge lasts as long as the code that is mailed for it. @returns false when it is over */
export async function markCodeSent(
  tx: Tx,
  { id }: Pick<PendingSignIn, 'id'>,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_factor_challenges')
    .set({ code_sent_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the challenge after too many wrong answers. @returns whether it has ended */
export async function countWrongAnswer(
  tx: Tx,
  { id }: PendingSignIn,
  most = maxWrongAnswers,
): Promise<boolean> {
  const counted = await tx
    .updateTable('two_factor_challenges')
    .set(({ eb }) => ({ wrong_count: eb('wrong_count', '+', 1) }))
    .where('id', '=', id)
    .returning('wrong_count')
    .executeTakeFirst()
  if (counted && counted.wrong_count < most) return false
  await tx.deleteFrom('two_factor_challenges').where('id', '=', id).execute()
  return true
}

/** Ends the sign-ins with a linked account that wait for a second factor. */
export async function endPendingSignInsOf(tx: Tx, linkedAccountId: string): Promise<void> {
  await tx
    .deleteFrom('two_factor_challenges')
    .where('linked_account_id', '=', linkedAccountId)
    .execute()
}
