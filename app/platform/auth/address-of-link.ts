import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { findToken, type MailLink } from './one-time-tokens.ts'

/**
 * Returns the account name and the address that an email change link would set. Does not consume the link.
 *
 * @returns null when the link was used, revoked or replaced, has expired, or never existed
 */
export async function addressOfLink(
  { db, keys, now }: { db: Db; keys: Keyring; now: number },
  purpose: 'email-change' | 'email-change-undo',
  link: MailLink,
): Promise<{ name: string; email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) return null
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', token.userId)
    .executeTakeFirstOrThrow()
  return { name, email: token.payload ?? '' }
}
