import type { Db } from '#app/platform/db/connect.ts'
import {
  type SigningKeys,
  genesisHash,
  headSignatureStatus,
} from '#app/platform/event-log/hash-chain.ts'
import type { EventLog, StoredLogHead } from '#app/platform/event-log/log-store.ts'
import { allSigningKeys } from '#app/platform/event-log/signing-keys.ts'

import {
  type LocatedFault,
  type CheckContext,
  checkEvent,
  type VerifiedPosition,
} from './check-event.ts'
import { classifyFault } from './classify-fault.ts'
import type { IntegrityCheck } from './pages.ts'
import { readLogHead } from './read-log-head.ts'

/**
 * Verifies the next events of an event log, and its head after the last one. Loads only these events.
 *
 * @param from  number of the last verified event
 * @param keys  from `allSigningKeys`, to load them once for many steps
 */
export async function verifyNextEvents(
  db: Db,
  log: EventLog,
  { from, count, keys }: { from: number; count: number; keys?: SigningKeys },
): Promise<IntegrityCheck> {
  const range = { from, count, keys: keys ?? (await allSigningKeys(db)) }
  const head = await readLogHead(db, log)
  const step = await checkUpToHead(db, log, head, range)
  if (step.broken === null) return step
  // Client data was erased during the check, so events and head were read from different states: check again.
  const headAfterwards = await readLogHead(db, log)
  return headAfterwards.signature === head.signature
    ? step
    : checkUpToHead(db, log, headAfterwards, range)
}

async function checkUpToHead(
  db: Db,
  log: EventLog,
  head: StoredLogHead,
  { from, count, keys }: { from: number; count: number; keys: SigningKeys },
): Promise<IntegrityCheck> {
  const start = Math.min(from, head.seq)
  const { originsErasedThrough } = head
  const checkContext = { logId: log.id, keys, originsErasedThrough }
  const previous = { seq: start, hash: await eventHashAt(db, log, start) }
  const startFault = start === 0 ? await checkStart(db, log, head) : null
  const { verified, broken } = startFault
    ? { verified: previous, broken: startFault }
    : await checkEvents({ db, ...log }, checkContext, {
        previous,
        upTo: Math.min(start + count, head.seq),
      })

  const isAtEnd = verified.seq >= head.seq
  const firstFault = broken ?? (isAtEnd ? checkHead(head, verified, checkContext) : null)
  return {
    verifiedTo: verified.seq,
    total: head.seq,
    broken: firstFault,
    isDone: isAtEnd || firstFault !== null,
  }
}

async function checkEvents(
  { db, store, id }: EventLog & { db: Db },
  checkContext: CheckContext,
  { previous, upTo }: { previous: VerifiedPosition; upTo: number },
): Promise<{ verified: VerifiedPosition; broken: LocatedFault | null }> {
  const limit = upTo - previous.seq
  const following = limit > 0 ? await store.eventsAfter(db, id, previous.seq, limit) : []
  const rows = following.filter(({ seq }) => seq <= upTo)
  let verified = previous
  for (const row of rows) {
    const fault = checkEvent(row, verified, checkContext)
    if (fault) {
      const broken = await classifyFault({ db, store }, checkContext, verified, { row, fault })
      return { verified, broken }
    }
    verified = { seq: row.seq, hash: row.hash ?? '' }
  }
  if (verified.seq === upTo) return { verified, broken: null }
  return { verified, broken: await classifyFault({ db, store }, checkContext, verified, null) }
}

/** The stored hash of event `seq`; empty without such an event. */
export async function eventHashAt(db: Db, { store, id }: EventLog, seq: number): Promise<string> {
  if (seq === 0) return genesisHash(id)
  return (await store.eventHash(db, { id, seq })) ?? ''
}

async function checkStart(
  db: Db,
  { store, id }: EventLog,
  head: StoredLogHead,
): Promise<LocatedFault | null> {
  if (head.minSeq !== null && head.minSeq < 1) return { seq: head.minSeq, fault: 'inserted' }
  // Every log has at least one event.
  if (head.minSeq === null && head.seq === 0) return { seq: 1, fault: 'missing' }
  if (head.minSeq !== 1) return null
  return (await store.hasValidStart(db, id)) ? null : { seq: 1, fault: 'missing' }
}

function checkHead(
  storedHead: StoredLogHead,
  verified: VerifiedPosition,
  { logId, keys }: CheckContext,
): LocatedFault | null {
  const nextSeq = storedHead.seq + 1
  if (storedHead.maxSeq > storedHead.seq) return { seq: nextSeq, fault: 'inserted' }
  const { hash, at, originsErasedThrough } = storedHead
  const head = { logId, seq: storedHead.seq, hash, at, originsErasedThrough }
  const status = headSignatureStatus(keys, head, storedHead.signature)
  if (status === 'unknown key') return { seq: nextSeq, fault: status }
  const isValid = status === 'genuine' && verified.hash === hash
  return isValid ? null : { seq: nextSeq, fault: 'truncated' }
}
