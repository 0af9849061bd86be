import type { TwoFactorEvents } from '#app/account-events.ts'
import type { FeatureHistory, FeatureTakeover, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'

import { disableTwoFactorEnabledSince } from './disable-two-factor.ts'
import { endChallenges } from './unanswered-challenges.ts'

const reducers: ReducersOf<TwoFactorEvents> = {
  'two-factor.enabled': ({ recoveryCodes }, _, at) => ({
    twoFactorSince: toIso(at),
    recoveryCodes,
  }),
  'two-factor.disabled': () => ({ twoFactorSince: null, recoveryCodes: 0 }),
  'recovery-codes.replaced': ({ now }) => ({ recoveryCodes: now }),
  'recovery-code.used': ({ left }) => ({ recoveryCodes: left }),
  'sign-in.stopped': () => ({}),
}

export const twoFactorHistory: FeatureHistory = { kind: 'two-factor', reducers }

export const twoFactorTakeover: FeatureTakeover = {
  step: 'two-factor',
  revertibleTypes: ['two-factor.enabled'],
  // A second factor enabled at another time is the owner's.
  changedIds: (enabled) => enabled.map(({ at }) => toIso(at)),
  isActive: (enabledAt, { twoFactorSince }) => enabledAt === twoFactorSince,
  async revert(tx, context, actor, { ids: enabledAt }) {
    if (enabledAt.length === 0) return 0
    await endChallenges(tx, actor.userId, actor)
    // An attacker enabled it within the lifetime of its "this wasn't me" link; older two-factor is the owner's.
    const earliest = enabledAt === 'every' ? actor.now - takeoverLinkLifetimeMs : 0
    return (await disableTwoFactorEnabledSince(tx, context, actor, earliest)) ? 1 : 0
  },
}
