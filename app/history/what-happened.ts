import type { SealFault } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import {
  type Break,
  checkedColumns,
  type Checking,
  type Row,
  type Verified,
  worthAt,
} from './event-faults.ts'

const atOnce = 500
/** How many numbers an event is tried as, when it is none of ours where it stands. */
const mostPlaces = 1000

/**
 * Says of the first event that is not right what was done: whether it stands elsewhere, or what stands there now belongs
 * elsewhere.
 *
 * @param found  what stands behind what was verified; null when nothing does
 */
export async function whatHappened(
  db: Db,
  checking: Checking,
  verified: Verified,
  found: { row: Row; fault: SealFault } | null,
): Promise<Break> {
  const seq = verified.seq + 1
  if (found && isPlain(found.fault)) return { seq, fault: found.fault }

  const { isElsewhere, isLast } = await lookFor(db, checking, seq)
  if (!found || found.fault === 'missing') {
    if (isElsewhere) return { seq, fault: 'swapped' }
    return { seq, fault: found || !isLast ? 'missing' : 'truncated' }
  }
  const place = otherPlaceOf(found.row, checking)
  if (isElsewhere) return { seq, fault: place === null ? 'inserted' : 'swapped' }
  if (place === null) return { seq, fault: found.fault }
  return { seq, fault: place > seq ? 'missing' : 'inserted' }
}

/** It stands where we wrote it. */
function isPlain(fault: SealFault): boolean {
  return fault === 'altered' || fault === 're-dated' || fault === 'truncated'
}

/** Whether the event that we wrote as this number is among those behind it, and whether there are any. */
async function lookFor(db: Db, checking: Checking, seq: number) {
  for (let after = seq; ;) {
    const rows = await db
      .selectFrom('events')
      .select(checkedColumns)
      .where('user_id', '=', checking.account)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(atOnce)
      .execute()
    const isElsewhere = rows.some((row) => worthAt(row, seq, checking) === 'genuine')
    const last = rows.at(-1)
    if (isElsewhere || !last) return { isElsewhere, isLast: after === seq && !last }
    after = last.seq
  }
}

/** As which number we wrote it, if it is ours at all; the nearest are tried. */
function otherPlaceOf(row: Row, checking: Checking): number | null {
  const least = Math.max(1, row.seq - mostPlaces)
  for (let seq = least; seq <= row.seq + mostPlaces; seq++) {
    if (worthAt(row, seq, checking) === 'genuine') return seq
  }
  return null
}
