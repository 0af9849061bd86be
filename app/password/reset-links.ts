import {
  issueToken,
  linkLifetimeMs,
  formatLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { route } from '#app/platform/route.ts'

const purpose = 'password-reset'

/** A link that chooses a new password, and the only one: those from before it are useless. @returns its path */
export async function createResetLink(
  tx: Tx,
  keys: Keyring,
  { user, now }: { user: { id: string; email_key: string }; now: number },
): Promise<string> {
  await revokeTokens(tx, user.id, { only: purpose })
  const link = await issueToken(tx, keys, {
    purpose,
    userId: user.id,
    emailKey: user.email_key,
    payload: null,
    ttlMs: linkLifetimeMs,
    now,
  })
  return route('password.reset', { token: formatLink(link) })
}

/**
 * For a new password: the links that were sent to choose one are useless, and so is the one that waits to give the account
 * another address. Whoever was in before may have asked for it, and it needs no session.
 */
export async function revokeOpenLinks(tx: Tx, userId: string): Promise<void> {
  await revokeTokens(tx, userId, { only: purpose })
  await revokeTokens(tx, userId, { only: 'email-change' })
}
