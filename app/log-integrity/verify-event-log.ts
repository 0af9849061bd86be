import type { Db } from '#app/platform/db/connect.ts'
import type { SigningKeys } from '#app/platform/event-log/hash-chain.ts'
import type { EventLog } from '#app/platform/event-log/log-store.ts'

import type { IntegrityCheck } from './pages.ts'
import { verifyNextEvents } from './verify-next-events.ts'

const batchSize = 1000

export async function verifyEventLog(
  db: Db,
  log: EventLog,
  keys: SigningKeys,
): Promise<IntegrityCheck> {
  let step = await verifyNextEvents(db, log, { from: 0, count: batchSize, keys })
  while (!step.isDone)
    step = await verifyNextEvents(db, log, { from: step.verifiedTo, count: batchSize, keys })
  return step
}
