import type { ActionContext } from '#app/platform/action-context.ts'

import { findToken, type MailLink } from './one-time-tokens.ts'

/**
 * Which address a link of ours would give to whose account: the new one, or an old one back. Looking uses nothing up.
 *
 * @returns null when the link was used, withdrawn or replaced, has run out, or never was
 */
export async function addressOfLink(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
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
