import type { Feature } from '#app/platform/feature.ts'

export const timeTravelFeature: Feature = {
  ownedTables: {
    account_snapshots: {
      excludedBecause: 'computed from your event log, which the export contains',
    },
  },
}
