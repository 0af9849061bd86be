import type { AccountEvents } from '#app/account-events.ts'
import { takeovers } from '#app/features.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import type { FeatureTakeover, PastEvent } from '#app/platform/feature.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import { unionQueries } from './event-rows.ts'
import { reportBatchSize } from './limits.ts'
import type { SuspectSessions } from './suspect-sessions.ts'

/** Revertible changes in a log up to an event. */
export interface SuspectChanges {
  /** Oldest first; of many that name the same items, such as a token that was changed a thousand times, one. */
  events: PastEvent[]
  /** The number of the event. Later ones have not been read. */
  upTo: number
}

const revertibleTypes = new Set<keyof AccountEvents>([
  'address-change.asked',
  'address.changed',
  ...takeovers.flatMap((takeover) => takeover.revertibleTypes),
])

/**
 * All changes by suspect sessions: an attacker could hide one behind a thousand others.
 *
 * @param earlier  what has been read of the log; a session that is suspect since then must have started after it
 */
export async function suspectChanges(
  db: Db,
  userId: string,
  { sessions, firstSeq }: SuspectSessions,
  { upTo, earlier }: { upTo: number; earlier: SuspectChanges | null },
): Promise<SuspectChanges> {
  // A pause in a transaction would keep its locks, and all other writes to SQLite waiting.
  const yieldIfBusy = db.isTransaction ? () => {} : createYielder()
  const suspects = new Set<string | null>(sessions)
  const events = [...(earlier?.events ?? [])]
  const named = new Set(events.flatMap(itemsOf))
  const from = earlier ? earlier.upTo + 1 : firstSeq
  for await (const rows of changeBatches(db, userId, { from, upTo })) {
    for (const { type, at, data, session_id } of rows) {
      if (!suspects.has(session_id)) continue
      const change = { type, at, data: parseEventData(data) }
      const items = itemsOf(change)
      if (items.length > 0 && items.every((item) => named.has(item))) continue
      for (const item of items) named.add(item)
      events.push(change)
    }
    await yieldIfBusy()
  }
  return { events, upTo }
}

export function isRevertible(
  { revertibleTypes: types }: FeatureTakeover,
  { type }: PastEvent,
): boolean {
  return types.some((it) => it === type)
}

/** Oldest first: with a limit in both directions, SQLite would not use the index of types. */
function changeBatches(db: Db, userId: string, { from, upTo }: { from: number; upTo: number }) {
  const events = db
    .selectFrom('events')
    .select(['seq', 'type', 'data', 'at', 'session_id'])
    .where('user_id', '=', userId)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(reportBatchSize)
  const batchFrom = (seq: number) =>
    unionQueries(
      db,
      [...revertibleTypes].map((type) => events.where('type', '=', type).where('seq', '>=', seq)),
    )
      .orderBy('seq')
      .limit(reportBatchSize)
  return batches(batchFrom(from), ({ seq }) => batchFrom(seq + 1))
}

/** The items that a change names by itself, such as its token. */
function itemsOf(change: PastEvent): string[] {
  return takeovers
    .filter((takeover) => isRevertible(takeover, change))
    .flatMap((takeover) =>
      takeover.changedIds([change], change).map((id) => `${takeover.step} ${id}`),
    )
}
