import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  newestToken,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'

import { secureAccount } from './secure-account.ts'
import { restoreAddress } from './undo-email-change.ts'

const purpose = 'not-me'

export interface TakeoverReport {
  userId: string
  /** Where a way back in goes; null when that is not the address the mail went to. */
  email: string | null
  /** Whether the address had been changed, and has come back. */
  restored: boolean
}

/** What a mail's link would do; null when it was used, has run out, or never was. */
export async function takeoverForLink(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<Omit<TakeoverReport, 'userId'> | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) return null
  const { userId, emailKey } = token
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.email_key === emailKey) return { email: user.email, restored: false }
  const undo = await findUndoToken(db, keys, { userId, emailKey, now })
  return { email: undo?.payload ?? null, restored: undo !== null }
}

/**
 * Closes the account to everyone and leaves one way in, by mail, for the owner. When the address was changed since the mail
 * was sent, it comes back first: otherwise the way in would go to whoever changed it.
 *
 * @throws Gone when the link was used or has run out
 */
export async function reportTakeover(
  context: ActionContext,
  origin: RequestOrigin,
  link: MailLink,
): Promise<TakeoverReport> {
  const { db, now } = context
  return inTransaction(db, async (tx) => {
    const token = await consumeToken(tx, { ...link, purpose, now })
    if (!token?.userId) throw new Gone()
    const actor = { ...origin, userId: token.userId, sessionId: null }
    const { undo, ...address } = await restoreOwnAddress(tx, context, actor, token.emailKey)
    await secureAccount(tx, context, actor, undo)
    return { userId: actor.userId, ...address }
  })
}

async function restoreOwnAddress(tx: Tx, { keys }: ActionContext, actor: Actor, emailKey: string) {
  const { userId, now } = actor
  const user = await tx
    .selectFrom('users')
    .select(['email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.email_key === emailKey) return { undo: null, email: user.email, restored: false }

  const undo = await findUndoToken(tx, keys, { userId, emailKey, now })
  if (!undo) return { undo: null, email: null, restored: false }
  await restoreAddress(tx, actor, undo)
  return { undo: undo.id, email: undo.payload, restored: true }
}

/** The link back to the address that was sent when it was changed; null when there is none, or somebody else has the address by now. */
async function findUndoToken(
  db: ActionContext['db'],
  keys: ActionContext['keys'],
  criteria: { userId: string; emailKey: string; now: number },
) {
  const undo = await newestToken(db, keys, { ...criteria, purpose: 'email-change-undo' })
  const newOwner = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', criteria.emailKey)
    .executeTakeFirst()
  return newOwner ? null : undo
}
