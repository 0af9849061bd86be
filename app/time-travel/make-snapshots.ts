import { setImmediate } from 'node:timers/promises'

import { bounded } from '#app/platform/bounded.ts'
import { contentDigest, linkHash } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { eventsToASnapshot } from '#app/platform/record.ts'

import { dataIn } from './data-in.ts'
import { fold, type RecordedEvent } from './fold.ts'
import { keepSnapshots, nearestSnapshot, type Snapshot } from './snapshots.ts'

/** Events that are in memory at a time. */
const atOnce = 500

/** Each may read a whole record. Who comes second for the same one finds what the first has made. */
const inTurn = bounded({ atOnce: 1, mostWaiting: 30 })

/**
 * Leaves snapshots on the way to an event, so that nobody has to read a long record as a whole. What is folded is held
 * against the chain as it is read: where an event is not the one that its hash stands for, there are no more.
 *
 * @param every  so many events from one snapshot to the next
 */
export function makeSnapshots(
  db: Db,
  userId: string,
  upTo: number,
  every = eventsToASnapshot,
): Promise<void> {
  return inTurn(() => make(db, userId, { upTo: upTo - (upTo % every), every }))
}

async function make(
  db: Db,
  userId: string,
  { upTo, every }: { upTo: number; every: number },
): Promise<void> {
  let last = await nearestSnapshot(db, userId, upTo)
  while (last.seq < upTo) {
    const rows = await rowsBetween(db, userId, last.seq, Math.min(upTo, last.seq + atOnce))
    const made: Snapshot[] = []
    let isWhole = rows.length > 0
    for (const row of rows) {
      last = after(last, userId, row)
      isWhole &&= last.hash === row.hash
      if (isWhole && last.seq % every === 0) made.push(last)
    }
    await keepSnapshots(db, userId, made)
    if (!isWhole) return
    // SQLite answers at once, and others have waited.
    await setImmediate()
  }
}

function rowsBetween(db: Db, userId: string, after: number, upTo: number) {
  return db
    .selectFrom('events')
    .select(['seq', 'at', 'type', 'data', 'session_id', 'origin_commitment', 'hash'])
    .where('user_id', '=', userId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()
}

type Row = Awaited<ReturnType<typeof rowsBetween>>[number]

/** With the hash that the event would have if it is what was written. */
function after(last: Snapshot, account: string, row: Row): Snapshot {
  const { at, type, session_id: session, origin_commitment: origin } = row
  const seq = last.seq + 1
  const data = dataIn(row.data)
  const content = contentDigest({ type, data, session, origin })
  const hash = linkHash({ account, seq, at, previous: last.hash, content })
  return { seq, hash, state: fold(last.state, { seq, at, type, data } as RecordedEvent) }
}
