import { findToken, type Link } from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'

/**
 * Which address a link of ours would give to whose account: the new one, or an old one back. Looking uses nothing up.
 *
 * @returns null when the link was used, withdrawn or replaced, has run out, or never was
 */
export async function promisedAddress(
  { db, keys, now }: Omit<Means, 'post'>,
  purpose: 'email-change' | 'email-change-undo',
  link: Link,
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
