import type { Feature } from '#app/platform/feature.ts'

import { recordBaselines } from './record-baselines.ts'

export const teamTimeTravelFeature: Feature = {
  logAdoption: {
    migration: '069-team-log-erasure',
    marker: 'team-baselines',
    run: recordBaselines,
  },
}
