import type { Db } from '#app/platform/db/connect.ts'
import type { Feature } from '#app/platform/feature.ts'
import { inBatches } from '#app/platform/maintenance/in-batches.ts'

import { deliverJob } from './deliver-webhook.job.ts'
import { fanOutJob } from './fan-out.job.ts'
import { deliveryRetentionMs } from './limits.ts'
import {
  releaseWaitingMessagesJob,
  releaseJobKind,
  enqueueAllMessageReleases,
} from './release-waiting-messages.job.ts'
import { secretPurpose } from './webhook-endpoints.ts'

/** A delivery that is still pending stays. */
function pruneDeliveries(db: Db, now: number): Promise<void> {
  return inBatches(async (limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', (deliveries) =>
        deliveries
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('status', '!=', 'pending')
          .where('created_at', '<=', now - deliveryRetentionMs)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

export const webhooksFeature: Feature = {
  ownedTables: {
    webhook_deliveries: {
      excludedBecause:
        'copies of what the history says, on their way to systems of this site; gone within 30 days',
    },
  },

  encryptedColumns: ['secret_sealed', 'previous_secret_sealed'].map((column) => ({
    table: 'webhook_endpoints',
    column,
    purpose: secretPurpose,
    idColumn: 'id',
  })),

  async prune(db, now) {
    await pruneDeliveries(db, now)
    await db
      .updateTable('webhook_endpoints')
      .set({ previous_secret_sealed: null, previous_ends_at: null })
      .where('previous_ends_at', '<=', now)
      .execute()
  },

  everyTenMinutes: enqueueAllMessageReleases,

  jobs: ({ db, keys, clock, config }) => ({
    [releaseJobKind]: { run: releaseWaitingMessagesJob({ db, keys, clock }) },
    'webhook-event': { run: fanOutJob({ db, keys }) },
    'webhook-delivery': {
      run: deliverJob({ db, keys, clock, allowsPrivate: config.webhooksAllowPrivate }),
      runner: 'external',
    },
  }),
}
