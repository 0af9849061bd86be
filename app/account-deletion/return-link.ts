import type { Tx } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { issueToken, tokenOf } from '#app/platform/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

interface Leaver {
  user: { id: string; email_key: string }
  leavesAt: number
  now: number
}

/** A link that brings the account back, once, for as long as there is something to bring back. @returns its path */
export async function returnLink(
  tx: Tx,
  keys: Keyring,
  { user, leavesAt, now }: Leaver,
): Promise<string> {
  const link = await issueToken(tx, keys, {
    purpose: 'return',
    userId: user.id,
    emailKey: user.email_key,
    payload: null,
    ttlMs: leavesAt - now,
    now,
  })
  return route('account-return.show', { token: tokenOf(link) })
}
