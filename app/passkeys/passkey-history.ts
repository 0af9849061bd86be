import type { FeatureHistory, FeatureTakeover, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow, updateRow } from '#app/platform/lib/rows-by-id.ts'

import type { PasskeyEvents } from './events.ts'
import { revertPasskeys } from './revert-passkeys.ts'

const reducers: ReducersOf<PasskeyEvents> = {
  'passkey.added': ({ passkey, name, kind, secondFactorOnly = false }, { passkeys }, at) => ({
    passkeys: { ...passkeys, [passkey]: { name, kind, addedAt: toIso(at), secondFactorOnly } },
  }),
  'passkey.renamed': ({ passkey, after }, { passkeys }) => ({
    passkeys: updateRow(passkeys, passkey, { name: after }),
  }),
  'passkey.removed': ({ passkey }, { passkeys }) => ({ passkeys: removeRow(passkeys, passkey) }),
  'passkey.refused': () => ({}),
}

export const passkeyHistory: FeatureHistory = { kind: 'passkey', reducers }

export const passkeyTakeover: FeatureTakeover = {
  step: 'passkeys',
  counter: 'passkeys',
  revertibleTypes: ['passkey.added'],
  changedIds: (added) => added.map(({ data }) => String(data['passkey'])),
  isActive: (passkey, { passkeys }) => passkey in passkeys,
  revert: revertPasskeys,
}
