import { lockRowsBeforeAccount } from '#app/features.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  newestToken,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'

import type { KeptAccess } from './pages.ts'
import { secureAccount } from './secure-account.ts'
import { restoreAddress } from './undo-email-change.ts'

export { otherAccess, removeOtherAccess } from './other-access.ts'

const purpose = 'not-me'

export interface TakeoverReport {
  userId: string
  /** The address that receives the recovery link; null when it is not the one the mail went to. */
  email: string | null
  restored: boolean
  kept: KeptAccess
}

/** Previews what the link would do; null for a used, expired or unknown link. */
export async function takeoverForLink(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<Omit<TakeoverReport, 'userId' | 'kept'> | null> {
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
 * Secures the account and mails its owner a recovery link. Restores an address that was changed since the mail, or else the
 * recovery link would go to the attacker. @throws Gone when the link was used or has expired
 */
export async function reportTakeover(
  context: ActionContext,
  origin: RequestOrigin,
  link: MailLink,
): Promise<TakeoverReport> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const actor = { ...origin, userId: token.userId, sessionId: null }
  return inTransaction(db, async (tx) => {
    await lockRowsBeforeAccount(tx, actor.userId)
    await lockAccountRow(tx, actor.userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    const { undo, ...address } = await restoreOwnAddress(tx, context, actor, token.emailKey)
    const reachesReporter = address.email !== null
    const kept = await secureAccount(tx, context, actor, { usedUndoTokenId: undo, reachesReporter })
    return { userId: actor.userId, ...address, kept }
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

/** The token that undoes the change of this address; null without one, or when another account uses the address now. */
async function findUndoToken(
  db: ActionContext['db'],
  keys: ActionContext['keys'],
  criteria: { userId: string; emailKey: string; now: number },
) {
  const undo = await newestToken(db, keys, { ...criteria, purpose: 'email-change-undo' })
  const owner = await emailOwner(db, criteria.emailKey)
  return owner && owner.id !== criteria.userId ? null : undo
}
