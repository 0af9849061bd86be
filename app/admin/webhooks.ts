import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { listDeliveries, listEndpoints } from '#app/webhooks/webhooks.ts'

import { deliveriesPerPage } from './limits.ts'
import type { AdminPages, WebhookEndpointRow } from './pages.ts'

export const DeliveryListParams = z.object({
  filter: z.enum(['all', 'failed']).catch('all'),
  before: z
    .string()
    .regex(/^msg_[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
})

/** Those of the operator; an endpoint of a team is the team's own. */
export async function webhookEndpoints(db: Db): Promise<WebhookEndpointRow[]> {
  return (await listEndpoints(db, null)).map((endpoint) => ({
    id: endpoint.id,
    url: endpoint.url,
    eventTypes: [...endpoint.eventTypes],
    createdAt: toIso(endpoint.createdAt),
    disabledAt: toIso(endpoint.disabledAt),
    failingSince: toIso(endpoint.failingSince),
    previousSecretUntil: toIso(endpoint.previousEndsAt),
  }))
}

/** @throws NotFound */
export async function webhookEndpoint(db: Db, id: string): Promise<WebhookEndpointRow> {
  const endpoint = (await webhookEndpoints(db)).find((it) => it.id === id)
  if (!endpoint) throw new NotFound()
  return endpoint
}

/** An endpoint with a page of its messages, newest first. @throws NotFound */
export async function webhookPage(
  db: Db,
  id: string,
  { filter, before }: z.output<typeof DeliveryListParams>,
): Promise<AdminPages['Admin/Webhook']> {
  const endpoint = await webhookEndpoint(db, id)
  const status = filter === 'failed' ? filter : undefined
  const limit = deliveriesPerPage + 1
  const rows = await listDeliveries(db, { endpointId: id, status, before, limit })
  const shown = rows.slice(0, deliveriesPerPage)
  return {
    endpoint,
    filter,
    deliveries: shown.map((delivery) => ({
      id: delivery.id,
      type: delivery.type,
      status: delivery.status,
      attempts: delivery.attempts,
      lastError: delivery.lastError,
      createdAt: toIso(delivery.createdAt),
      nextAttemptAt: toIso(delivery.nextAttemptAt),
    })),
    nextBefore: rows.length > deliveriesPerPage ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** @throws NotFound when the message is not of this endpoint */
export async function requireDelivery(
  db: Db,
  { endpoint, delivery }: { endpoint: string; delivery: string },
): Promise<void> {
  const found = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', delivery)
    .where('endpoint_id', '=', endpoint)
    .executeTakeFirst()
  if (!found) throw new NotFound()
}
