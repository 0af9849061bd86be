import type { Feature } from '#app/platform/feature.ts'

import { countFigures } from './figures.ts'

export const adminFeature: Feature = {
  everyTenMinutes: ({ db }, now) => countFigures(db, now),
}
