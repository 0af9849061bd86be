import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import {
  deliveryPage,
  DeliveryPageParams,
  webhookEndpointRow,
  findWebhookEndpoint,
} from '#app/webhooks/webhooks.ts'

import { deliveriesPerPage } from './limits.ts'
import type { AdminPages } from './pages.ts'

export const DeliveryListParams = DeliveryPageParams.extend({
  filter: z.enum(['all', 'failed']).catch('all'),
})

/** An endpoint with a page of its messages. @throws NotFound */
export async function webhookPage(
  db: Db,
  id: string,
  { filter, before }: z.output<typeof DeliveryListParams>,
): Promise<AdminPages['Admin/Webhook']> {
  const endpoint = await operatorEndpoint(db, id)
  const status = filter === 'failed' ? filter : undefined
  const query = { endpointId: id, status, before, limit: deliveriesPerPage }
  return { endpoint: webhookEndpointRow(endpoint), filter, ...(await deliveryPage(db, query)) }
}

/** @throws NotFound for an endpoint of a team, too */
export async function operatorEndpoint(db: Db, id: string) {
  const endpoint = await findWebhookEndpoint(db, { id, teamId: null })
  if (!endpoint) throw new NotFound()
  return endpoint
}
