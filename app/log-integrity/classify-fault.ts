import type { IntegrityFault } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import {
  type LocatedFault,
  eventColumns,
  type CheckContext,
  type StoredEvent,
  type VerifiedPosition,
  signatureStatusAt,
} from './check-event.ts'

const batchSize = 500
/** How many numbers an event is tried as, when it is none of ours where it stands. */
const maxSearchDistance = 1000

/**
 * Says of the first event that is not right what was done: whether it stands elsewhere, or what stands there now belongs
 * elsewhere.
 *
 * @param actual  what stands behind what was verified; null when nothing does
 */
export async function classifyFault(
  db: Db,
  checkContext: CheckContext,
  verified: VerifiedPosition,
  actual: { row: StoredEvent; fault: IntegrityFault } | null,
): Promise<LocatedFault> {
  const seq = verified.seq + 1
  if (actual && isSelfEvident(actual.fault)) return { seq, fault: actual.fault }

  const { isElsewhere, isLast } = await searchLater(db, checkContext, seq)
  if (!actual || actual.fault === 'missing') {
    if (isElsewhere) return { seq, fault: 'swapped' }
    return { seq, fault: actual || !isLast ? 'missing' : 'truncated' }
  }
  const originalSeq = originalSeqOf(actual.row, checkContext)
  if (isElsewhere) return { seq, fault: originalSeq === null ? 'inserted' : 'swapped' }
  if (originalSeq === null) return { seq, fault: actual.fault }
  return { seq, fault: originalSeq > seq ? 'missing' : 'inserted' }
}

/** It stands where we wrote it. */
function isSelfEvident(fault: IntegrityFault): boolean {
  return fault === 'altered' || fault === 're-dated' || fault === 'truncated'
}

/** Whether the event that we wrote as this number is among those behind it, and whether there are any. */
async function searchLater(db: Db, checkContext: CheckContext, seq: number) {
  for (let after = seq; ;) {
    const rows = await db
      .selectFrom('events')
      .select(eventColumns)
      .where('user_id', '=', checkContext.account)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batchSize)
      .execute()
    const isElsewhere = rows.some((row) => signatureStatusAt(row, seq, checkContext) === 'genuine')
    const last = rows.at(-1)
    if (isElsewhere || !last) return { isElsewhere, isLast: after === seq && !last }
    after = last.seq
  }
}

/** As which number we wrote it, if it is ours at all; the nearest are tried. */
function originalSeqOf(row: StoredEvent, checkContext: CheckContext): number | null {
  const minSeq = Math.max(1, row.seq - maxSearchDistance)
  for (let seq = minSeq; seq <= row.seq + maxSearchDistance; seq++) {
    if (signatureStatusAt(row, seq, checkContext) === 'genuine') return seq
  }
  return null
}
