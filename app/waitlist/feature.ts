import type { Feature } from '#app/platform/feature.ts'

import { pruneWaitlist } from './waitlist.ts'

export const waitlistFeature: Feature = { prune: pruneWaitlist }
