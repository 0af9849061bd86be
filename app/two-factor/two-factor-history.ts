import type { FeatureHistory, FeatureTakeover, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { TwoFactorEvents } from './events.ts'
import { revertSecondFactors } from './revert-second-factors.ts'

const reducers: ReducersOf<TwoFactorEvents> = {
  'two-factor.enabled': ({ recoveryCodes, factor }, _, at) => ({
    twoFactorSince: toIso(at),
    authenticatorAppSince: factor === 'passkey' ? null : toIso(at),
    recoveryCodes,
  }),
  'two-factor.disabled': () => ({
    twoFactorSince: null,
    authenticatorAppSince: null,
    preferredFactor: null,
    recoveryCodes: 0,
  }),
  'authenticator-app.added': (_data, _state, at) => ({ authenticatorAppSince: toIso(at) }),
  'authenticator-app.removed': () => ({ authenticatorAppSince: null }),
  'second-factor.preferred': ({ factor }) => ({ preferredFactor: factor }),
  'recovery-codes.replaced': ({ now }) => ({ recoveryCodes: now }),
  'recovery-code.used': ({ left }) => ({ recoveryCodes: left }),
  'device-code.issued': () => ({}),
  'sign-in.stopped': () => ({}),
}

export const twoFactorHistory: FeatureHistory = { kind: 'two-factor', reducers }

export const twoFactorTakeover: FeatureTakeover = {
  step: 'two-factor',
  revertibleTypes: ['two-factor.enabled', 'authenticator-app.added'],
  // A second factor of another time is the owner's.
  changedIds: (changes) => changes.map(({ at }) => toIso(at)),
  isActive: (at, { twoFactorSince, authenticatorAppSince }) =>
    at === twoFactorSince || at === authenticatorAppSince,
  revert: revertSecondFactors,
}
