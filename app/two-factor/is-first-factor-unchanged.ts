import { hasAddress } from '#app/platform/auth/email-owner.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { decryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Db } from '#app/platform/db/connect.ts'

import type { PendingSignIn } from './pending-sign-in.ts'

type StartedBy = Pick<PendingSignIn, 'userId' | 'passwordDigest' | 'provider' | 'emailKey'>

/** Whether the password, the linked account or the address that started the challenge still opens the account. */
export async function isFirstFactorUnchanged(
  db: Db,
  keys: Keyring,
  { userId, passwordDigest, provider, emailKey }: StartedBy,
  password_hash: string | null,
): Promise<boolean> {
  if (provider === null) {
    // The hash itself: its ciphertext changes when keys are rotated.
    if (digestPasswordHash(decryptPasswordHash(keys, userId, password_hash)) !== passwordDigest)
      return false
    return emailKey === null || (await signsInWith(db, userId, emailKey))
  }
  const linked = await db
    .selectFrom('linked_accounts')
    .select('id')
    .where('id', '=', provider.linkedAccountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return linked !== undefined
}

/** Empty without a password. */
export function digestPasswordHash(passwordHash: string | null): string {
  return passwordHash === null ? '' : hashSecret(passwordHash)
}

async function signsInWith(db: Db, userId: string, emailKey: string): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(hasAddress(emailKey, { signsIn: true }))
    .executeTakeFirst()
  return owner !== undefined
}
