import type { Feature } from '#app/platform/feature.ts'

import { countDailyFigures } from './daily-figures.ts'

export const adminFeature: Feature = {
  everyTenMinutes: ({ db }, now) => countDailyFigures(db, now),
}
