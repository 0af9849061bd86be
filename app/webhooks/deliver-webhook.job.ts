import { z } from 'zod'

import { type Clock, systemClock } from '#app/platform/clock/clock.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'

import { disabledSince } from './endpoint-authors.ts'
import { hostOfEndpoint } from './endpoint-url.ts'
import { failingIntervalMs } from './limits.ts'
import type { PostOutcome } from './post-webhook.ts'
import { recordAttempt } from './record-attempt.ts'
import { enqueueMessageRelease } from './release-waiting-messages.job.ts'
import { signedHeaders } from './sign-webhook.ts'
import { signingSecrets } from './webhook-endpoints.ts'

interface DeliveryServices {
  db: Db
  keys: Keyring
  clock: Clock
  allowsPrivate: boolean
}

const Payload = z.object({ id: z.string() })

/** Makes one attempt, and enqueues the next one when it fails. */
export function deliverJob({ db, keys, clock, allowsPrivate }: DeliveryServices): JobHandler {
  return async (payload, { log }) => {
    const { id } = Payload.parse(payload)
    const delivery = await pendingDelivery(db, id)
    if (!delivery) return
    if (!(await mayAttempt(db, delivery, clock.now())))
      return inTransaction(db, (tx) => wait(tx, keys, delivery, clock.now()))
    const outcome = await attempt(keys, delivery, { clock, allowsPrivate })
    const now = clock.now()
    const ending = await inTransaction(db, (tx) =>
      recordAttempt(tx, keys, { delivery, outcome, now }),
    )
    const host = hostOfEndpoint(delivery.url)
    const details = { delivery: id, endpoint: delivery.endpoint_id, host, ...outcome }
    if (ending.hasFailed) log.error(details, 'webhook delivery failed permanently')
    if (ending.disabled) log.warn(details, `webhook endpoint disabled: ${ending.disabled}`)
  }
}

export type PendingDelivery = NonNullable<Awaited<ReturnType<typeof pendingDelivery>>>

function pendingDelivery(db: Db, id: string) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .select(['webhook_deliveries.id', 'endpoint_id', 'payload', 'attempts', 'url'])
    .select((eb) => disabledSince(eb).as('disabled_at'))
    .select(['secret_sealed', 'previous_secret_sealed', 'previous_ends_at', 'failing_since'])
    .select('next_probe_at')
    .where('webhook_deliveries.id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}

/** While an endpoint fails, only one delivery at a time is attempted, so that it does not delay other endpoints. */
async function mayAttempt(db: Db, delivery: PendingDelivery, now: number): Promise<boolean> {
  if (delivery.failing_since === null || delivery.disabled_at !== null) return true
  const turn = await db
    .updateTable('webhook_endpoints')
    .set({ next_probe_at: now + failingIntervalMs })
    .where('id', '=', delivery.endpoint_id)
    .where(({ eb, or }) => or([eb('next_probe_at', 'is', null), eb('next_probe_at', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return turn !== undefined
}

/**
 * Lets the message wait, which does not count as an attempt. It has no job meanwhile, so that thousands that wait cost
 * nothing.
 */
async function wait(
  tx: Tx,
  keys: Keyring,
  { id, endpoint_id, next_probe_at }: PendingDelivery,
  now: number,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  await enqueueMessageRelease(tx, keys, { endpoint: endpoint_id, probeAt: next_probe_at, now })
}

async function attempt(
  keys: Keyring,
  delivery: PendingDelivery,
  { clock, allowsPrivate }: Pick<DeliveryServices, 'clock' | 'allowsPrivate'>,
): Promise<PostOutcome> {
  const { id, payload: body, url, disabled_at } = delivery
  if (disabled_at !== null) return { error: 'The endpoint is disabled.' }
  const secrets = signingSecrets(keys, delivery, clock.now())
  if (secrets.length === 0) return { error: 'No known key decrypts the secret.' }
  // Receivers compare it with their own clock, also while the test clock is ahead.
  const headers = signedHeaders({ id, body, sentAt: systemClock.now() }, secrets)
  // On first use: importing `node:http` makes Node load undici, which takes 4 % of the start.
  const { postWebhook } = await import('./post-webhook.ts')
  return postWebhook(url, headers, body, { allowsPrivate })
}
