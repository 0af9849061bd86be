import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { type Endpoint, listEndpoints } from './endpoints.ts'
import type { WebhookEndpointRow } from './pages.ts'

/** @param teamId  null for those of the operator */
export async function endpointRows(db: Db, teamId: string | null): Promise<WebhookEndpointRow[]> {
  return (await listEndpoints(db, teamId)).map(endpointRow)
}

export function endpointRow(endpoint: Endpoint): WebhookEndpointRow {
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
