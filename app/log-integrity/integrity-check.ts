import type { IntegrityCheck } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import type { LocatedFault } from './check-event.ts'
import { checkpointFolder, checkpointSigner } from './checkpoint-files.ts'
import { verifyInclusion, createInclusionProof } from './inclusion-proof.ts'
import { rawPublicKey } from './signed-note.ts'
import { eventHashAt, verifyStep } from './verify-step.ts'

const eventsPerStep = 1000

interface CheckpointStore {
  storageDir: string
  host: string
}

/**
 * The next step of checking a record for its owner. The last one also compares it with the newest checkpoint, which shows
 * what the record alone cannot: that it was put back as a whole, or written anew with every key.
 *
 * @param from  how far it was checked already
 */
export async function integrityCheckStep(
  db: Db,
  account: string,
  from: number,
  store: CheckpointStore,
): Promise<IntegrityCheck> {
  const step = await verifyStep(db, account, { from, count: eventsPerStep })
  if (!step.isDone || step.broken !== null) return step
  return { ...step, broken: await compareWithCheckpoint(db, account, step.total, store) }
}

/** A list that is not the signed one says nothing of a record: that is for `history:verify` to tell. */
async function compareWithCheckpoint(
  db: Db,
  account: string,
  total: number,
  { storageDir, host }: CheckpointStore,
): Promise<LocatedFault | null> {
  const proof = await createInclusionProof(checkpointFolder(storageDir), account)
  const publicKey = rawPublicKey(checkpointSigner(storageDir, host))
  if (!proof || !verifyInclusion(publicKey, account, proof)) return null
  if (proof.seq > total) return { seq: total + 1, fault: 'truncated' }
  const hash = await eventHashAt(db, account, proof.seq)
  return hash === proof.hash ? null : { seq: proof.seq, fault: 'rewritten' }
}
