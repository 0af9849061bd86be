import type { Feature } from '#app/platform/feature.ts'

export const timeTravelFeature: Feature = {
  ownedTables: {
    account_snapshots: {
      excludedBecause: 'what the events of the record make, which is in the export itself',
    },
  },
}
