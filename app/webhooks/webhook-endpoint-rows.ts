import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { WebhookEndpointRow } from './pages.ts'
import { type Endpoint, listWebhookEndpoints } from './webhook-endpoints.ts'

/** @param teamId  null for those of the operator */
export async function webhookEndpointRows(
  db: Db,
  teamId: string | null,
): Promise<WebhookEndpointRow[]> {
  return (await listWebhookEndpoints(db, teamId)).map(webhookEndpointRow)
}

export function webhookEndpointRow(endpoint: Endpoint): WebhookEndpointRow {
  const { id, url, eventTypes, disabledAt, failingSince, previousEndsAt } = endpoint
  return {
    id,
    url,
    eventTypes,
    disabledAt: toIso(disabledAt),
    failingSince: toIso(failingSince),
    previousEndsAt: toIso(previousEndsAt),
  }
}
