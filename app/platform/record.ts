import type { AccountEvents, AccountEventType } from '#app/events.ts'

import type { Account } from './account.ts'
import { accountMessage } from './broadcast/account-message.ts'
import { broadcast } from './broadcast/broadcast.ts'
import type { Tx } from './db/connect.ts'
import { NotSignedIn } from './errors.ts'

/**
 * Appends to the account's record, in the transaction of the change itself: no change without its event, no event without
 * its change. Raising the account's counter locks its row, so numbers follow each other without gap, whoever writes at once.
 *
 * @throws NotSignedIn when the session that acts has ended meanwhile; the change is undone with it
 */
export async function record<Type extends AccountEventType>(
  tx: Tx,
  account: Account,
  type: Type,
  data: AccountEvents[Type],
): Promise<void> {
  const { event_count } = await tx
    .updateTable('users')
    .set(({ eb }) => ({ event_count: eb('event_count', '+', 1) }))
    .where('id', '=', account.userId)
    .returning('event_count')
    .executeTakeFirstOrThrow()

  // Whoever ends a session records that too: it is seen here, or it waits until this change is done.
  if (account.sessionId !== null && type !== 'session.ended')
    await refuseEnded(tx, account.sessionId)

  await tx
    .insertInto('events')
    .values({
      user_id: account.userId,
      seq: event_count,
      type,
      data: JSON.stringify(data),
      at: account.now,
      session_id: account.sessionId,
      ip: account.ip,
      user_agent: account.userAgent,
    })
    .execute()

  await broadcast(tx, accountMessage(account, { type, sequence: event_count, data }), account.now)
}

async function refuseEnded(tx: Tx, sessionId: string): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) throw new NotSignedIn()
}
