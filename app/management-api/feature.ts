import type { Feature } from '#app/platform/feature.ts'
import { deleteDue } from '#app/platform/maintenance/delete-due.ts'

import { idempotencyKeyLifetimeMs } from './limits.ts'

export const managementApiFeature: Feature = {
  prune: (db, now) =>
    deleteDue(db, 'service_requests', {
      key: 'id',
      due: 'created_at',
      through: now - idempotencyKeyLifetimeMs,
    }),
}
