import type { SealStep } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { checkpointFolder, checkpointSigner } from './checkpoint-files.ts'
import type { Break } from './event-faults.ts'
import { includedIn, inclusionOf } from './inclusion.ts'
import { publicKeyOf } from './signed-note.ts'
import { hashOf, verifyStep } from './verify-step.ts'

const eventsToAStep = 1000

interface Place {
  storageDir: string
  host: string
}

/**
 * The next step of checking a record for its owner. The last one also compares it with the newest checkpoint, which shows
 * what the record alone cannot: that it was put back as a whole, or written anew with every key.
 *
 * @param from  how far it was checked already
 */
export async function sealStep(
  db: Db,
  account: string,
  from: number,
  place: Place,
): Promise<SealStep> {
  const step = await verifyStep(db, account, { from, count: eventsToAStep })
  if (!step.isDone || step.broken !== null) return step
  return { ...step, broken: await unlikeCheckpoint(db, account, step.total, place) }
}

/** A list that is not the signed one says nothing of a record: that is for `history:verify` to tell. */
async function unlikeCheckpoint(
  db: Db,
  account: string,
  total: number,
  { storageDir, host }: Place,
): Promise<Break | null> {
  const then = await inclusionOf(checkpointFolder(storageDir), account)
  const publicKey = publicKeyOf(checkpointSigner(storageDir, host))
  if (!then || !includedIn(publicKey, account, then)) return null
  if (then.seq > total) return { seq: total + 1, fault: 'truncated' }
  const hash = await hashOf(db, account, then.seq)
  return hash === then.hash ? null : { seq: then.seq, fault: 'rewritten' }
}
