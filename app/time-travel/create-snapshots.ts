import { setImmediate } from 'node:timers/promises'

import type { Db } from '#app/platform/db/connect.ts'
import { contentDigest, eventHash } from '#app/platform/event-log/hash-chain.ts'
import { eventsPerSnapshot } from '#app/platform/event-log/record-event.ts'
import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'

import { fold, type RecordedEvent } from './fold.ts'
import { parseEventData } from './parse-event-data.ts'
import { saveSnapshots, nearestSnapshot, type Snapshot } from './snapshots.ts'

/** Events that are in memory at a time. */
const batchSize = 500

/** Each may read a whole record. Who comes second for the same one finds what the first has made. */
const limited = concurrencyLimit({ concurrency: 1, maxQueued: 30 })

/**
 * Leaves snapshots on the way to an event, so that nobody has to read a long record as a whole. What is folded is held
 * against the chain as it is read: where an event is not the one that its hash stands for, there are no more.
 *
 * @param interval  so many events from one snapshot to the next
 */
export function createSnapshots(
  db: Db,
  userId: string,
  upTo: number,
  interval = eventsPerSnapshot,
): Promise<void> {
  return limited(() => createUpTo(db, userId, { upTo: upTo - (upTo % interval), interval }))
}

async function createUpTo(
  db: Db,
  userId: string,
  { upTo, interval }: { upTo: number; interval: number },
): Promise<void> {
  let last = await nearestSnapshot(db, userId, upTo)
  while (last.seq < upTo) {
    const rows = await eventRowsBetween(db, userId, last.seq, Math.min(upTo, last.seq + batchSize))
    const snapshots: Snapshot[] = []
    let isIntact = rows.length > 0
    for (const row of rows) {
      last = nextSnapshot(last, userId, row)
      isIntact &&= last.hash === row.hash
      if (isIntact && last.seq % interval === 0) snapshots.push(last)
    }
    await saveSnapshots(db, userId, snapshots)
    if (!isIntact) return
    // SQLite answers at once, and others have waited.
    await setImmediate()
  }
}

function eventRowsBetween(db: Db, userId: string, after: number, upTo: number) {
  return db
    .selectFrom('events')
    .select(['seq', 'at', 'type', 'data', 'session_id', 'origin_commitment', 'hash'])
    .where('user_id', '=', userId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()
}

type Row = Awaited<ReturnType<typeof eventRowsBetween>>[number]

/** With the hash that the event would have if it is what was written. */
function nextSnapshot(last: Snapshot, account: string, row: Row): Snapshot {
  const { at, type, session_id: session, origin_commitment: origin } = row
  const seq = last.seq + 1
  const data = parseEventData(row.data)
  const content = contentDigest({ type, data, session, origin })
  const hash = eventHash({ account, seq, at, previous: last.hash, content })
  return { seq, hash, state: fold(last.state, { seq, at, type, data } as RecordedEvent) }
}
