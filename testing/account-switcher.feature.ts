import { addingAccountMs, maxAccountsPerBrowser } from '#app/http/session/limits.ts'

import { duration } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  policyValues: {
    'Accounts of one browser': [String(maxAccountsPerBrowser)],
    'Adding an account': [duration(addingAccountMs)],
  },
}

export default feature
