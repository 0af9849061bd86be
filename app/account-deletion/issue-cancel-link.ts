import { issueToken, formatLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { route } from '#app/platform/route.ts'

interface CancelLinkOptions {
  user: { id: string; email_key: string }
  leavesAt: number
  now: number
}

/** Issues a link that cancels the deletion, once and until the erasure. @returns its path */
export async function issueCancelLink(
  tx: Tx,
  keys: Keyring,
  { user, leavesAt, now }: CancelLinkOptions,
): Promise<string> {
  const link = await issueToken(tx, keys, {
    purpose: 'return',
    userId: user.id,
    emailKey: user.email_key,
    payload: null,
    ttlMs: leavesAt - now,
    now,
  })
  return route('account-return.show', { token: formatLink(link) })
}
