import type { AccountEvents, AccountEventType } from '#app/events.ts'

import type { Account } from './account.ts'
import { append, type Event } from './append-event.ts'
import { asFound } from './as-found.ts'
import type { Tx } from './db/connect.ts'
import { type End, heldEnd } from './hold-account.ts'
import { isOurEnd } from './is-our-end.ts'
import { enqueue } from './jobs/enqueue.ts'
import { chainOldEvents } from './old-events.ts'
import { recordKeyring } from './record-keys.ts'

/**
 * Appends to the account's record, in the transaction of the change itself: no change without its event, no event without
 * its change. Each event holds on to the one before; the account's row, which is held, knows the last. So numbers follow
 * each other without gap or fork, whoever writes at once.
 *
 * @throws NotSignedIn when the session that acts has ended meanwhile; the change is undone with it
 */
export async function record<Type extends AccountEventType>(
  tx: Tx,
  account: Account,
  type: Type,
  data: AccountEvents[Type],
): Promise<void> {
  const end = await heldEnd(tx, account.userId)
  const known = (await isOurEnd(tx, end)) ? end : await goOn(tx, end, account.now)
  const { event_count: seq } = await append(tx, known, { account, type, data })
  if (seq % eventsToASnapshot === 0) await askForSnapshot(tx, account)
}

/** How many events Time Travel reads at most to know what an account was. */
export const eventsToASnapshot = 100

/** Made after the change, which does not wait for it. */
function askForSnapshot(tx: Tx, { userId, now }: Account): Promise<void> {
  const job = { kind: 'snapshots', payload: { userId }, dedupeKey: `snapshots:${userId}`, now }
  return enqueue(tx, recordKeyring(tx), job)
}

/**
 * Takes what was recorded before there was a chain into it, with an event that says so. Never later: whoever can empty the
 * columns of the chain would have anything signed.
 */
export async function beginRecord(tx: Tx, userId: string, now: number): Promise<void> {
  const end = await heldEnd(tx, userId)
  if (end.record_head !== null) return
  const last = await chainOldEvents(tx, userId)
  const data = { events: end.event_count, found: await asFound(tx, userId) }
  const account = bySystem(userId, now)
  await append(tx, { ...end, ...last }, { account, type: 'record.began', data })
}

/** Someone moved the end of the record. It goes on from there, and says so for ever. */
function goOn(tx: Tx, end: End, now: number): Promise<End> {
  const data = { events: end.event_count }
  const event: Event<'record.broken'> = {
    account: bySystem(end.id, now),
    type: 'record.broken',
    data,
  }
  return append(tx, { ...end, recorded_at: null }, event)
}

function bySystem(userId: string, now: number): Account {
  return { userId, sessionId: null, ip: null, userAgent: null, now }
}
