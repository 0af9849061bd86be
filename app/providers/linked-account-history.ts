import type { FeatureHistory, FeatureTakeover, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow, updateRow } from '#app/platform/lib/rows-by-id.ts'

import type { ProvidersEvents } from './events.ts'
import { revertLinkedAccounts } from './unlink-account.ts'

const reducers: ReducersOf<ProvidersEvents> = {
  'linked-account.added': ({ account, name, email }, { linkedAccounts }, at) => ({
    linkedAccounts: { ...linkedAccounts, [account]: { name, email, addedAt: toIso(at) } },
  }),
  'linked-account.changed': ({ account, after }, { linkedAccounts }) => ({
    linkedAccounts: updateRow(linkedAccounts, account, { email: after }),
  }),
  'linked-account.removed': ({ account }, { linkedAccounts }) => ({
    linkedAccounts: removeRow(linkedAccounts, account),
  }),
}

export const linkedAccountHistory: FeatureHistory = { kind: 'linked-account', reducers }

export const linkedAccountTakeover: FeatureTakeover = {
  step: 'linked-accounts',
  counter: 'linkedAccounts',
  revertibleTypes: ['linked-account.added'],
  changedIds: (added) => added.map(({ data }) => String(data['account'])),
  isActive: (account, { linkedAccounts }) => account in linkedAccounts,
  revert: revertLinkedAccounts,
}
