import type { SealStep } from '#app/pages.ts'
import { type ChainKeys, firstHash, headWorth } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { everyRecordKey } from '#app/platform/record-keys.ts'

import {
  type Break,
  checkedColumns,
  type Checking,
  faultOf,
  type Row,
  type Verified,
} from './event-faults.ts'
import { beginsRight, type End, endOf } from './record-end.ts'
import { whatHappened } from './what-happened.ts'

/**
 * Checks the next events of a record, and its end once it gets there. However long the record, only these are in memory.
 *
 * @param from   how far it was checked already
 * @param count  how many to check now
 * @param keys   of `everyRecordKey`, for whoever takes many steps
 */
export async function verifyStep(
  db: Db,
  account: string,
  { from, count, keys }: { from: number; count: number; keys?: ChainKeys },
): Promise<SealStep> {
  const asked = { from, count, keys: keys ?? (await everyRecordKey(db)) }
  const end = await endOf(db, account)
  const step = await stepTo(db, account, end, asked)
  if (step.broken === null) return step
  // Where it was erased in part while it was read, what was read of it belongs to two moments.
  const later = await endOf(db, account)
  return later.signature === end.signature ? step : stepTo(db, account, later, asked)
}

async function stepTo(
  db: Db,
  account: string,
  end: End,
  { from, count, keys }: { from: number; count: number; keys: ChainKeys },
): Promise<SealStep> {
  const start = Math.min(from, end.seq)
  const { originsErasedThrough } = end
  const checking = { account, keys, originsErasedThrough }
  const before = { seq: start, hash: await hashOf(db, account, start) }
  const early = start === 0 ? await faultyBeginning(db, account, end) : null
  const { verified, broken } = early
    ? { verified: before, broken: early }
    : await checkRows(db, checking, { before, upTo: Math.min(start + count, end.seq) })

  const isAtEnd = verified.seq >= end.seq
  const last = broken ?? (isAtEnd ? faultyEnd(end, verified, checking) : null)
  return {
    verifiedTo: verified.seq,
    total: end.seq,
    broken: last,
    isDone: isAtEnd || last !== null,
  }
}

async function checkRows(
  db: Db,
  checking: Checking,
  { before, upTo }: { before: Verified; upTo: number },
): Promise<{ verified: Verified; broken: Break | null }> {
  const rows = await rowsBetween(db, checking.account, before.seq, upTo)
  let verified = before
  for (const row of rows) {
    const fault = faultOf(row, verified, checking)
    if (fault) {
      const broken = await whatHappened(db, checking, verified, { row, fault })
      return { verified, broken }
    }
    verified = { seq: row.seq, hash: row.hash ?? '' }
  }
  if (verified.seq === upTo) return { verified, broken: null }
  return { verified, broken: await whatHappened(db, checking, verified, null) }
}

function rowsBetween(db: Db, account: string, after: number, upTo: number): Promise<Row[]> {
  return db
    .selectFrom('events')
    .select(checkedColumns)
    .where('user_id', '=', account)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()
}

/** Of the event, as it stands there; empty when there is none. */
export async function hashOf(db: Db, account: string, seq: number): Promise<string> {
  if (seq === 0) return firstHash(account)
  const row = await db
    .selectFrom('events')
    .select('hash')
    .where('user_id', '=', account)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash ?? ''
}

async function faultyBeginning(db: Db, account: string, end: End): Promise<Break | null> {
  if (end.least !== null && end.least < 1) return { seq: end.least, fault: 'inserted' }
  // Every account has at least its beginning.
  if (end.least === null && end.seq === 0) return { seq: 1, fault: 'missing' }
  if (end.least !== 1) return null
  return (await beginsRight(db, account)) ? null : { seq: 1, fault: 'missing' }
}

function faultyEnd(end: End, verified: Verified, { account, keys }: Checking): Break | null {
  const after = end.seq + 1
  if (end.most > end.seq) return { seq: after, fault: 'inserted' }
  const { hash, at, originsErasedThrough } = end
  const head = { account, seq: end.seq, hash, at, originsErasedThrough }
  const worth = headWorth(keys, head, end.signature)
  if (worth === 'unknown key') return { seq: after, fault: worth }
  const isOurs = worth === 'genuine' && verified.hash === hash
  return isOurs ? null : { seq: after, fault: 'truncated' }
}
