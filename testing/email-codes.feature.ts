import { codeGuessLimits, codeMailLimits, codeRequestLimits } from '#app/email-codes/limits.ts'
import { codeLifetimeMs, maxCodeGuesses } from '#app/platform/auth/limits.ts'

import { duration, perWindow } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  policyValues: {
    'Codes in emails': [duration(codeLifetimeMs)],
    'Guesses at one code from an email': [`${maxCodeGuesses};`],
    'Guesses at the codes of all addresses of one account': [perWindow(codeGuessLimits.perAccount)],
    'Emails with a sign-in code, for one account': [codeMailLimits.map(perWindow).join(', ')],
  },
  rateLimits: {
    'Requesting a sign-in code': codeRequestLimits,
    'Code from an email': codeGuessLimits,
  },
}

export default feature
