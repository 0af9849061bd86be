import type { Feature } from '#app/platform/feature.ts'

export const dataExportFeature: Feature = {
  ownedTables: {
    data_exports: { excludedBecause: 'how far the export itself is' },
  },
}
