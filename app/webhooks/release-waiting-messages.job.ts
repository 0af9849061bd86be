import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'

import type { Clock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'

import { disabledSince } from './endpoint-authors.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import {
  releaseIntervalMs,
  failingReleaseIntervalMs,
  maxDuePerEndpoint,
  maxPendingPerEndpoint,
} from './limits.ts'

/** Written out, so that SQLite uses the index of pending messages. */
const isPending = sql<SqlBool>`status = 'pending'`

export const releaseJobKind = 'webhook-backlog'

interface Backlog {
  endpoint: string
  /** While the endpoint fails: when the next message may try it. */
  probeAt: number | null
  now: number
}

/** Enqueues the release of messages that wait, at most once for each moment. */
export async function enqueueMessageRelease(
  db: Db,
  keys: Keyring,
  { endpoint, probeAt, now }: Backlog,
): Promise<void> {
  const interval = probeAt === null ? releaseIntervalMs : failingReleaseIntervalMs
  const runAt = Math.ceil(Math.max(now + 1, probeAt ?? 0) / interval) * interval
  // A job that runs keeps its key until it ends, so each moment has one of its own.
  const dedupeKey = `${releaseJobKind}:${endpoint}:${runAt}`
  await enqueue(db, keys, { kind: releaseJobKind, payload: { endpoint }, dedupeKey, runAt, now })
}

/** Enqueues a job for each endpoint with messages that wait or are too many, in case its job was lost. */
export async function enqueueAllMessageReleases(
  { db, keys }: { db: Db; keys: Keyring },
  now: number,
): Promise<void> {
  const endpoints = await db
    .selectFrom('webhook_deliveries')
    .select('endpoint_id')
    .where(isPending)
    // A range of the index of pending ones, which is short.
    .where('endpoint_id', '>', '')
    .groupBy('endpoint_id')
    .having(({ eb, fn, or }) =>
      or([
        // Counts no nulls, which are those that wait.
        eb(fn.countAll(), '>', fn.count('next_attempt_at')),
        eb(fn.countAll(), '>', maxPendingPerEndpoint),
      ]),
    )
    .execute()
  for (const { endpoint_id: endpoint } of endpoints)
    await enqueueMessageRelease(db, keys, { endpoint, probeAt: null, now })
}

/** Whether a new message has to wait: others do, or many are due. */
export async function hasBacklog(tx: Tx, endpoint: string, now: number): Promise<boolean> {
  const due = await pendingOf(tx, endpoint)
    .select('next_attempt_at')
    .where((it) => it.or([it('next_attempt_at', 'is', null), it('next_attempt_at', '<=', now)]))
    .limit(maxDuePerEndpoint)
    .execute()
  return due.length === maxDuePerEndpoint || due.some((each) => each.next_attempt_at === null)
}

const Payload = z.object({ endpoint: z.string() })

/** Releases messages that wait: one at a time while the endpoint fails, as many as it takes otherwise. Disabled, they fail. */
export function releaseWaitingMessagesJob(services: {
  db: Db
  keys: Keyring
  clock: Clock
}): JobHandler {
  const { db, keys, clock } = services
  return async (payload, { log }) => {
    const { endpoint } = Payload.parse(payload)
    const now = clock.now()
    const count = await failOldest(db, endpoint, maxPendingPerEndpoint)
    if (count > 0) log.error({ endpoint, count }, 'webhook messages failed: too many are pending')
    await inTransaction(db, (tx) => releaseWaiting(tx, keys, endpoint, now))
  }
}

/** @returns how many */
export async function failOldest(db: Db, endpoint: string, maxPending: number): Promise<number> {
  const count = await countRows(pendingOf(db, endpoint))
  if (count <= maxPending) return 0
  const newestOfThem = pendingIds(db, endpoint).orderBy('id', 'desc').limit(1).offset(maxPending)
  return fail(db, endpoint, { through: newestOfThem, error: 'Too many messages were waiting.' })
}

async function releaseWaiting(tx: Tx, keys: Keyring, endpoint: string, now: number): Promise<void> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select(['failing_since', 'next_probe_at'])
    .select((eb) => disabledSince(eb).as('disabled_at'))
    .where('id', '=', endpoint)
    .executeTakeFirst()
  if (!row) return
  if (row.disabled_at !== null)
    return void (await fail(tx, endpoint, { error: 'The endpoint is disabled.' }))
  const isFailing = row.failing_since !== null
  const probeAt = isFailing ? Math.max(row.next_probe_at ?? 0, now) : null
  const room = isFailing
    ? Number(probeAt === now)
    : maxDuePerEndpoint - (await countDue(tx, endpoint, now))
  await release(tx, keys, { endpoint, count: room, now })
  const left = await waitingOf(tx, endpoint).select('id').limit(1).executeTakeFirst()
  if (left) await enqueueMessageRelease(tx, keys, { endpoint, probeAt, now })
}

async function countDue(tx: Tx, endpoint: string, now: number): Promise<number> {
  const due = await pendingOf(tx, endpoint)
    .select('id')
    .where('next_attempt_at', '<=', now)
    .limit(maxDuePerEndpoint)
    .execute()
  return due.length
}

async function release(
  tx: Tx,
  keys: Keyring,
  { endpoint, count, now }: { endpoint: string; count: number; now: number },
): Promise<void> {
  if (count <= 0) return
  const released = await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('id', 'in', waitingOf(tx, endpoint).select('id').orderBy('id').limit(count))
    // Two jobs of an endpoint release each message once.
    .where('next_attempt_at', 'is', null)
    .where('status', '=', 'pending')
    .returning('id')
    .execute()
  for (const { id } of released) await enqueueAttempt(tx, keys, { id, runAt: now, now })
}

interface Failure {
  /** The newest message that fails; without it, all waiting ones fail. */
  through?: ReturnType<typeof pendingIds>
  error: string
}

async function fail(db: Db, endpoint: string, { through, error }: Failure): Promise<number> {
  const query = db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, last_error: error })
    .where('endpoint_id', '=', endpoint)
    .where('status', '=', 'pending')
  const { numUpdatedRows } = await (
    through ? query.where('id', '<=', through) : query.where('next_attempt_at', 'is', null)
  ).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function pendingOf(db: Db, endpoint: string) {
  return db.selectFrom('webhook_deliveries').where('endpoint_id', '=', endpoint).where(isPending)
}

const pendingIds = (db: Db, endpoint: string) => pendingOf(db, endpoint).select('id')

function waitingOf(db: Db, endpoint: string) {
  return pendingOf(db, endpoint).where('next_attempt_at', 'is', null)
}
