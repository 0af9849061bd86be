import { setImmediate } from 'node:timers/promises'

import type { Db } from '#app/platform/db/connect.ts'
import { eventsBetween } from '#app/platform/event-log/events-between.ts'
import { contentDigest, eventHash } from '#app/platform/event-log/hash-chain.ts'
import { eventsPerSnapshot } from '#app/platform/event-log/limits.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'

import { fold, type RecordedEvent } from './fold.ts'
import { saveSnapshots, nearestSnapshot, type Snapshot } from './snapshots.ts'

/** Events in memory at a time. */
const batchSize = 500

/** One at a time, since each may read a whole log. A second run for the same log finds the first one's snapshots. */
const limited = concurrencyLimit({ concurrency: 1, maxQueued: 30 })

/**
 * Creates the missing snapshots up to an event, so that no request reads a whole log. Verifies the hash chain while folding
 * and stops at the first event whose hash does not match.
 *
 * @param interval  events between two snapshots
 */
export function createSnapshots(
  db: Db,
  userId: string,
  upTo: number,
  interval = eventsPerSnapshot,
): Promise<void> {
  return limited(() => createUpTo(db, userId, { upTo: upTo - (upTo % interval), interval }))
}

/** Deletes and recreates an account's snapshots. @returns the event count */
export async function rebuildSnapshots(db: Db, userId: string): Promise<number> {
  await db.deleteFrom('account_snapshots').where('user_id', '=', userId).execute()
  const { seq } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await createSnapshots(db, userId, seq ?? 0)
  return seq ?? 0
}

async function createUpTo(
  db: Db,
  userId: string,
  { upTo, interval }: { upTo: number; interval: number },
): Promise<void> {
  let last = await nearestSnapshot(db, userId, upTo)
  while (last.seq < upTo) {
    const range = { after: last.seq, upTo: Math.min(upTo, last.seq + batchSize) }
    const rows = await hashedEvents(db, userId, range)
    const snapshots: Snapshot[] = []
    let isIntact = rows.length > 0
    for (const row of rows) {
      last = nextSnapshot(last, userId, row)
      isIntact &&= last.hash === row.hash
      if (isIntact && last.seq % interval === 0) snapshots.push(last)
    }
    await saveSnapshots(db, userId, snapshots)
    if (!isIntact) return
    // SQLite is synchronous, so yield to other requests.
    await setImmediate()
  }
}

function hashedEvents(db: Db, userId: string, range: { after: number; upTo: number }) {
  return eventsBetween(db, userId, range)
    .select(['seq', 'at', 'type', 'data', 'session_id', 'origin_commitment', 'hash'])
    .execute()
}

type Row = Awaited<ReturnType<typeof hashedEvents>>[number]

/** Recomputes the event's hash from its content. */
function nextSnapshot(last: Snapshot, account: string, row: Row): Snapshot {
  const { at, type, session_id: session, origin_commitment: origin } = row
  const seq = last.seq + 1
  const data = parseEventData(row.data)
  const content = contentDigest({ type, data, session, origin })
  const hash = eventHash({ logId: account, seq, at, previous: last.hash, content })
  return { seq, hash, state: fold(last.state, { seq, at, type, data } as RecordedEvent) }
}
