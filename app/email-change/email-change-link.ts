import type { ActionContext } from '#app/platform/action-context.ts'
import { findToken, type MailLink } from '#app/platform/auth/one-time-tokens.ts'

/** Reads the account name and the address that a link would set; null for a used, expired or unknown link. */
export function addressOfEmailChangeLink(purpose: 'email-change' | 'email-change-undo') {
  return async ({ db, keys, now }: ActionContext, link: MailLink) => {
    const token = await findToken(db, keys, { ...link, purpose, now })
    if (!token?.userId) return null
    const { name } = await db
      .selectFrom('users')
      .select('name')
      .where('id', '=', token.userId)
      .executeTakeFirstOrThrow()
    return { name, email: token.payload ?? '' }
  }
}
