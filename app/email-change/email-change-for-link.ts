import type { AccessKind } from '#app/account-takeover/pages.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { findToken, type MailLink, openTokens } from '#app/platform/auth/one-time-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { AccountBefore } from './pages.ts'

/** The ways into an account, which other features know. */
export interface OtherAccess {
  list(db: Db, account: { userId: string; now: number }): Promise<AccessKind[]>
  /** Call it at the start of the transaction that removes the access. */
  lockRowsBeforeAccount(tx: Tx, userId: string): Promise<void>
  /** @returns the path of a link to choose a new password */
  remove(tx: Tx, context: ActionContext, actor: Actor): Promise<string>
}

/**
 * Reads the change behind a link to a new address, and the account that it belongs to: it may be a stranger's, who wants it back
 * once somebody else uses it. Null for a used, expired or unknown link.
 */
export function emailChangeForLink({ list }: OtherAccess) {
  return async ({ db, keys, now }: ActionContext, link: MailLink) => {
    const token = await findToken(db, keys, { ...link, purpose: 'email-change', now })
    if (!token?.userId) return null
    const { userId } = token
    const { name, email, created_at } = await db
      .selectFrom('users')
      .select(['name', 'email', 'created_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const undo = await openTokens(db, keys, { userId, purpose: 'email-change-undo', now })
    const addresses = [email, ...undo.map(({ payload }) => payload ?? '')].map(shortened)
    const account: AccountBefore = {
      createdAt: toIso(created_at),
      earlierAddresses: [...new Set(addresses)],
      access: await list(db, { userId, now }),
    }
    return { name, email: token.payload ?? '', account }
  }
}

/** `a…@example.com`: enough to recognize one's own address, too little to write to another. */
function shortened(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}
