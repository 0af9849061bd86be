import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'

import type { PendingDelivery } from './deliver-webhook.job.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import { disableAfterMs, retryDelaysMs, retryJitter } from './limits.ts'
import type { PostOutcome } from './post-webhook.ts'
import { enqueueMessageRelease } from './release-waiting-messages.job.ts'

interface Attempt {
  delivery: PendingDelivery
  outcome: PostOutcome
  now: number
}

interface Ending {
  hasFailed?: boolean
  /** Why the endpoint was disabled. */
  disabled?: string
}

/** Writes the outcome, and enqueues the next attempt if there is one. */
export async function recordAttempt(tx: Tx, keys: Keyring, attempt: Attempt): Promise<Ending> {
  const { delivery, outcome, now } = attempt
  const { id, endpoint_id } = delivery
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  const delayMs = delivery.disabled_at === null ? retryDelaysMs[delivery.attempts] : undefined
  const hasFailed = !isDelivered && delayMs === undefined
  const runAt = now + Math.round((delayMs ?? 0) * (1 + Math.random() * retryJitter))

  const written = await tx
    .updateTable('webhook_deliveries')
    .set({
      status: isDelivered ? 'delivered' : hasFailed ? 'failed' : 'pending',
      attempts: delivery.attempts + 1,
      next_attempt_at: isDelivered || hasFailed ? null : runAt,
      last_status: 'status' in outcome ? outcome.status : null,
      last_error: isDelivered ? null : errorOf(outcome),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    // Another worker may have made the same attempt after this one lost its lease.
    .where('attempts', '=', delivery.attempts)
    .returning('id')
    .executeTakeFirst()
  if (!written) return {}
  if (isDelivered) {
    if (delivery.failing_since !== null) {
      await markAsWorking(tx, endpoint_id)
      await enqueueMessageRelease(tx, keys, { endpoint: endpoint_id, probeAt: null, now })
    }
    return {}
  }
  if (!hasFailed) await enqueueAttempt(tx, keys, { id, runAt, now })
  return { hasFailed, ...(await markAsFailing(tx, attempt)) }
}

function errorOf(outcome: PostOutcome): string {
  if ('error' in outcome) return outcome.error
  const { status } = outcome
  return status >= 300 && status < 400
    ? `Status ${status}. Redirects are not followed.`
    : `Status ${status}.`
}

async function markAsWorking(tx: Tx, endpoint: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null, next_probe_at: null })
    .where('id', '=', endpoint)
    .execute()
}

async function markAsFailing(tx: Tx, { delivery, outcome, now }: Attempt): Promise<Ending> {
  if (delivery.disabled_at !== null) return {}
  const { endpoint_id, failing_since } = delivery
  const isGone = 'status' in outcome && outcome.status === 410
  const isOver = failing_since !== null && failing_since <= now - disableAfterMs
  const disabled = isGone
    ? 'the receiver says that it is gone'
    : isOver
      ? 'it has failed for five days'
      : undefined
  await tx
    .updateTable('webhook_endpoints')
    .set(({ fn, val }) => ({
      failing_since: fn.coalesce('failing_since', val(now)),
      ...(disabled && { disabled_at: now }),
    }))
    .where('id', '=', endpoint_id)
    .execute()
  return disabled === undefined ? {} : { disabled }
}
