import type { Tx } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { issueToken, linkLifeMs, tokenOf, voidTokens } from '#app/platform/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

const purpose = 'password-reset'

/** A link that chooses a new password, and the only one: those from before it are useless. @returns its path */
export async function newResetLink(
  tx: Tx,
  keys: Keyring,
  { user, now }: { user: { id: string; email_key: string }; now: number },
): Promise<string> {
  await voidTokens(tx, user.id, { only: purpose })
  const link = await issueToken(tx, keys, {
    purpose,
    userId: user.id,
    emailKey: user.email_key,
    payload: null,
    ttlMs: linkLifeMs,
    now,
  })
  return route('password.reset', { token: tokenOf(link) })
}

/**
 * For a new password: the links that were sent to choose one are useless, and so is the one that waits to give the account
 * another address. Whoever was in before may have asked for it, and it needs no session.
 */
export async function voidOpenLinks(tx: Tx, userId: string): Promise<void> {
  await voidTokens(tx, userId, { only: purpose })
  await voidTokens(tx, userId, { only: 'email-change' })
}
