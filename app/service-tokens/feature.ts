import type { Feature } from '#app/platform/feature.ts'

import { pruneServiceTokens } from './service-tokens.ts'

export const serviceTokensFeature: Feature = { prune: pruneServiceTokens }
