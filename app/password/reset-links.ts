import { cancelPendingEmailChange } from '#app/email-change/email-change.ts'
import type { Actor } from '#app/platform/actor.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { revokeMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import { issueToken, formatLink, revokeTokens } from '#app/platform/auth/one-time-tokens.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { route } from '#app/platform/route.ts'

const purpose = 'password-reset'

/** Creates a reset link and revokes the earlier ones. @returns its path */
export async function createResetLink(
  tx: Tx,
  keys: Keyring,
  { user, now, ttlMs = linkLifetimeMs }: ResetLink,
): Promise<string> {
  await revokeTokens(tx, user.id, { only: purpose })
  const link = await issueToken(tx, keys, {
    purpose,
    userId: user.id,
    emailKey: user.email_key,
    payload: null,
    ttlMs,
    now,
  })
  return route('password.reset', { token: formatLink(link) })
}

interface ResetLink {
  user: { id: string; email_key: string }
  now: number
  ttlMs?: number
}

/** Revokes mailed codes, and open reset, unlock and email-change links. An attacker may have requested them, and they work without a session. */
export async function revokeOpenLinks(tx: Tx, keys: Keyring, actor: Actor): Promise<void> {
  await revokeTokens(tx, actor.userId, { only: purpose })
  await revokeTokens(tx, actor.userId, { only: 'sign-in-unlock' })
  await revokeMailedCodes(tx, actor.userId)
  await cancelPendingEmailChange(tx, keys, actor)
}
