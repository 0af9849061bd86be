import type { Db } from '#app/platform/db/connect.ts'
import type { EventLog } from '#app/platform/event-log/log-store.ts'

import type { LocatedFault } from './check-event.ts'
import { checkpointFolder, checkpointKeys } from './checkpoint-files.ts'
import { verifyInclusion, createInclusionProof } from './inclusion-proof.ts'
import type { IntegrityCheck } from './pages.ts'
import { rawPublicKey } from './signed-note.ts'
import { eventHashAt, verifyNextEvents } from './verify-next-events.ts'

const eventsPerStep = 1000

export interface CheckpointStore {
  storageDir: string
  host: string
}

/**
 * Verifies the next events of an event log for its readers. The last step also compares the log with the newest checkpoint,
 * which reveals what the log alone cannot: a rollback, or a rewrite with every key.
 *
 * @param from  number of the last verified event
 */
export async function integrityCheckStep(
  db: Db,
  log: EventLog,
  { from, count = eventsPerStep }: { from: number; count?: number },
  store: CheckpointStore,
): Promise<IntegrityCheck> {
  const step = await verifyNextEvents(db, log, { from, count })
  if (!step.isDone || step.broken !== null) return step
  return { ...step, broken: await compareWithCheckpoint(db, log, step.total, store) }
}

/** Ignores an invalid checkpoint, which proves nothing about this log; `history:verify` reports it. */
async function compareWithCheckpoint(
  db: Db,
  log: EventLog,
  total: number,
  { storageDir, host }: CheckpointStore,
): Promise<LocatedFault | null> {
  const proof = await createInclusionProof(checkpointFolder(storageDir), log.id)
  const publicKeys = checkpointKeys(storageDir, host).map(rawPublicKey)
  if (!proof || !verifyInclusion(publicKeys, log.id, proof)) return null
  if (proof.seq > total) return { seq: total + 1, fault: 'truncated' }
  const hash = await eventHashAt(db, log, proof.seq)
  return hash === proof.hash ? null : { seq: proof.seq, fault: 'rewritten' }
}
