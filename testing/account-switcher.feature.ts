import { addingAccountMs, maxAccountsPerBrowser } from '#app/http/session/limits.ts'

import type { TestFeature } from './features.ts'
import { duration } from './security-policy/duration.ts'

const feature: TestFeature = {
  policyValues: {
    'Accounts of one browser': [String(maxAccountsPerBrowser)],
    'Adding an account': [duration(addingAccountMs)],
  },
}

export default feature
