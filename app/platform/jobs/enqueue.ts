import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { newId } from '#app/platform/lib/ids.ts'

export interface NewJob {
  kind: string
  /** Any JSON value; stored encrypted. */
  payload: unknown
  /** While a job with this key is queued, another is not stored. */
  dedupeKey?: string
  /**
   * A process runs only a few jobs of one lane at a time, so that one slow receiver does not delay others. Lanes with the same prefix, up
   * to the colon, share a further limit.
   */
  lane?: string | undefined
  /** Unix milliseconds; defaults to `now`. */
  runAt?: number
  now: number
}

/** Stores a job in the caller's transaction, so that it exists if and only if the change does. */
export async function enqueue(tx: Db, keys: Keyring, job: NewJob): Promise<void> {
  const { kind, payload, dedupeKey = null, lane = null, now, runAt = now } = job
  const id = newId()
  await tx
    .insertInto('jobs')
    .values({
      id,
      kind,
      payload_sealed: keys.encrypt('job', JSON.stringify(payload), id),
      dedupe_key: dedupeKey,
      lane,
      run_at: runAt,
      attempts: 0,
      locked_until: null,
      last_error: null,
      dead_at: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}
