import type { Db } from '#app/platform/db/connect.ts'
import type { LogStore, StoredEvent } from '#app/platform/event-log/log-store.ts'
import { batches } from '#app/platform/lib/batches.ts'

import {
  type LocatedFault,
  type CheckContext,
  type VerifiedPosition,
  signatureStatusAt,
} from './check-event.ts'
import type { IntegrityFault } from './pages.ts'

const batchSize = 500
/** How far around its current number the original number of an event is searched. */
const maxSearchDistance = 1000

/** Classifies the first faulty event: was it moved, or the one in its place? @param actual  null at the end of the log */
export async function classifyFault(
  { db, store }: { db: Db; store: LogStore },
  checkContext: CheckContext,
  verified: VerifiedPosition,
  actual: { row: StoredEvent; fault: IntegrityFault } | null,
): Promise<LocatedFault> {
  const seq = verified.seq + 1
  if (actual && isSelfEvident(actual.fault)) return { seq, fault: actual.fault }

  const { isElsewhere, isLast } = await searchLater({ db, store }, checkContext, seq)
  if (!actual || actual.fault === 'missing') {
    if (isElsewhere) return { seq, fault: 'swapped' }
    return { seq, fault: actual || !isLast ? 'missing' : 'truncated' }
  }
  const originalSeq = originalSeqOf(actual.row, checkContext)
  if (isElsewhere) return { seq, fault: originalSeq === null ? 'inserted' : 'swapped' }
  if (originalSeq === null) return { seq, fault: actual.fault }
  return { seq, fault: originalSeq > seq ? 'missing' : 'inserted' }
}

/** The event itself is in its original place. */
function isSelfEvident(fault: IntegrityFault): boolean {
  return fault === 'altered' || fault === 're-dated' || fault === 'truncated'
}

/** Searches later events for the one we signed as `seq`. */
async function searchLater(
  { db, store }: { db: Db; store: LogStore },
  checkContext: CheckContext,
  seq: number,
) {
  const { logId } = checkContext
  const events = (after: number) => ({
    execute: () => store.eventsAfter(db, logId, after, batchSize),
  })
  let isLast = true
  for await (const rows of batches(events(seq), (last) => events(last.seq))) {
    isLast = false
    const isElsewhere = rows.some((row) => signatureStatusAt(row, seq, checkContext) === 'genuine')
    if (isElsewhere) return { isElsewhere, isLast }
  }
  return { isElsewhere: false, isLast }
}

/** The number we signed the event as, within `maxSearchDistance`; null when we did not. */
function originalSeqOf(row: StoredEvent, checkContext: CheckContext): number | null {
  const minSeq = Math.max(1, row.seq - maxSearchDistance)
  for (let seq = minSeq; seq <= row.seq + maxSearchDistance; seq++) {
    if (signatureStatusAt(row, seq, checkContext) === 'genuine') return seq
  }
  return null
}
