import type { Feature } from '#app/platform/feature.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'

import { idempotencyKeyLifetimeMs } from './limits.ts'

export const managementApiFeature: Feature = {
  prune: (db, now) =>
    deleteExpired(db, 'service_requests', {
      key: 'id',
      due: 'created_at',
      through: now - idempotencyKeyLifetimeMs,
    }),
}
