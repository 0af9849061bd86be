import { z } from 'zod'

import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'
import { webhookMessagePattern } from '#app/route-patterns.ts'

import { type DeliveryFilter, listDeliveries } from './deliveries.ts'
import type { WebhookDeliveryRow } from './pages.ts'

/** An invalid id shows the first page. */
export const DeliveryPageParams = z.object({
  before: z
    .string()
    .regex(new RegExp(`^${webhookMessagePattern}$`))
    .optional()
    .catch(undefined),
})

/** Newest first. `nextBefore` is for the next page; null on the last one. */
export async function deliveryPage(
  db: Db,
  filter: DeliveryFilter,
): Promise<{ deliveries: WebhookDeliveryRow[]; nextBefore: string | null }> {
  const found = await listDeliveries(db, { ...filter, limit: filter.limit + 1 })
  const { rows, next: nextBefore } = paginateRows(found, filter.limit, ({ id }) => id)
  return {
    deliveries: rows.map(({ id, url, type, status, attempts, lastError, createdAt }) => ({
      id,
      url,
      type,
      status,
      attempts,
      lastError,
      createdAt: toIso(createdAt),
    })),
    nextBefore,
  }
}
