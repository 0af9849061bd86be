import type { SealStep } from '#app/pages.ts'
import type { ChainKeys } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { verifyStep } from './verify-step.ts'

const atOnce = 1000

/** Checks a whole record, part by part. */
export async function verifyRecord(db: Db, account: string, keys: ChainKeys): Promise<SealStep> {
  let step = await verifyStep(db, account, { from: 0, count: atOnce, keys })
  while (!step.isDone)
    step = await verifyStep(db, account, { from: step.verifiedTo, count: atOnce, keys })
  return step
}
