import type { AccountEvents, AccountEventType } from '#app/events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'

import { accountBaseline } from './account-baseline.ts'
import { type LogHead, lockedHead } from './account-row-lock.ts'
import { appendEvent, type NewEvent } from './append-event.ts'
import { chainLegacyEvents } from './chain-legacy-events.ts'
import { hasValidHeadSignature } from './head-signature.ts'
import { keyringOf } from './signing-keys.ts'

/**
 * Appends to the account's record, in the transaction of the change itself: no change without its event, no event without
 * its change. Each event holds on to the one before; the account's row, which is held, knows the last. So numbers follow
 * each other without gap or fork, whoever writes at once.
 *
 * @throws NotSignedIn when the session that acts has ended meanwhile; the change is undone with it
 */
export async function recordEvent<Type extends AccountEventType>(
  tx: Tx,
  actor: Actor,
  type: Type,
  data: AccountEvents[Type],
): Promise<void> {
  const head = await lockedHead(tx, actor.userId)
  const trustedHead = (await hasValidHeadSignature(tx, head))
    ? head
    : await continueBrokenLog(tx, head, actor.now)
  const { event_count: seq } = await appendEvent(tx, trustedHead, { actor, type, data })
  if (seq % eventsPerSnapshot === 0) await enqueueSnapshot(tx, actor)
}

/** How many events Time Travel reads at most to know what an account was. */
export const eventsPerSnapshot = 100

/** Made after the change, which does not wait for it. */
function enqueueSnapshot(tx: Tx, { userId, now }: Actor): Promise<void> {
  const job = { kind: 'snapshots', payload: { userId }, dedupeKey: `snapshots:${userId}`, now }
  return enqueue(tx, keyringOf(tx), job)
}

/**
 * Takes what was recorded before there was a chain into it, with an event that says so. Never later: whoever can empty the
 * columns of the chain would have anything signed.
 */
export async function adoptLegacyLog(tx: Tx, userId: string, now: number): Promise<void> {
  const head = await lockedHead(tx, userId)
  if (head.record_head !== null) return
  const chainedHead = await chainLegacyEvents(tx, userId)
  const data = { events: head.event_count, found: await accountBaseline(tx, userId) }
  const actor = systemActor(userId, now)
  await appendEvent(tx, { ...head, ...chainedHead }, { actor, type: 'record.began', data })
}

/** Someone moved the end of the record. It goes on from there, and says so for ever. */
function continueBrokenLog(tx: Tx, head: LogHead, now: number): Promise<LogHead> {
  const data = { events: head.event_count }
  const event: NewEvent<'record.broken'> = {
    actor: systemActor(head.id, now),
    type: 'record.broken',
    data,
  }
  return appendEvent(tx, { ...head, recorded_at: null }, event)
}

function systemActor(userId: string, now: number): Actor {
  return { userId, sessionId: null, ip: null, userAgent: null, now }
}
