import { toIso } from '#app/platform/lib/iso-time.ts'
import {
  attemptLifetimeMs,
  callbackLimits,
  logoutLimits,
  startLimits,
} from '#app/providers/limits.ts'
import { findLimits } from '#app/sign-in/limits.ts'

import { duration } from './security-policy/duration.ts'
import type { TestApp } from './test-app.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  async accountState({ db, config }: TestApp) {
    const rows = await db.selectFrom('linked_accounts').selectAll().execute()
    const labelOf = (provider: string) =>
      config.providers.find(({ id }) => id === provider)?.label ?? provider
    return {
      linkedAccounts: Object.fromEntries(
        rows.map(({ id, provider, email, created_at }) => [
          id,
          { name: labelOf(provider), email, addedAt: toIso(created_at) },
        ]),
      ),
    }
  },

  policyValues: { 'Sign-in at a provider': [duration(attemptLifetimeMs)] },
  rateLimits: {
    'Start of a sign-in with a provider': startLimits,
    'Answer of a sign-in provider': callbackLimits,
    'Logout token of a sign-in provider': logoutLimits,
    'Finding the provider of an address': findLimits,
  },
}

export default feature
