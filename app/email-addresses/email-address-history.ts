import type { AccountEventType } from '#app/account-events.ts'
import type {
  FeatureHistory,
  FeatureTakeover,
  PastEvent,
  ReducersOf,
} from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow } from '#app/platform/lib/rows-by-id.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import type { EmailAddressEvents } from './events.ts'
import { revertEmailAddresses } from './remove-additional-address.ts'

const reducers: ReducersOf<EmailAddressEvents> = {
  'email-address.added': ({ address, email, recoveryOnly }, { emailAddresses }, at) => ({
    emailAddresses: {
      ...emailAddresses,
      [address]: { email, isRecoveryOnly: recoveryOnly, addedAt: toIso(at) },
    },
  }),
  'email-address.removed': ({ address }, { emailAddresses }) => ({
    emailAddresses: removeRow(emailAddresses, address),
  }),
  // The address itself is in the event `address.changed` before.
  'email-address.made-primary': ({ address, kept }, { emailAddresses }) => ({
    emailAddresses: {
      ...removeRow(emailAddresses, address),
      ...(kept && {
        [kept.address]: { email: kept.email, isRecoveryOnly: false, addedAt: kept.since },
      }),
    },
  }),
}

export const emailAddressHistory: FeatureHistory = { kind: 'address', reducers }

/**
 * The id changes when an address stops being primary, so an attacker's addresses are matched by value. An address of the owner
 * that was only made primary is not among them.
 */
function addressesBrought(changes: readonly PastEvent[]): string[] {
  const ofType = (type: AccountEventType) => changes.filter((change) => change.type === type)
  const added = ofType('email-address.added')
  const brought = new Set([
    ...added.map(({ data }) => emailKey(String(data['email']))),
    ...ofType('address-change.asked').map(({ data }) => emailKey(String(data['to']))),
  ])
  const kept = ofType('email-address.made-primary').flatMap(
    ({ data }) => (data as EmailAddressEvents['email-address.made-primary']).kept ?? [],
  )
  return [
    ...added.map(({ data }) => String(data['address'])),
    ...kept.flatMap(({ address, email }) => (brought.has(emailKey(email)) ? address : [])),
  ]
}

export const emailAddressTakeover: FeatureTakeover = {
  step: 'email-addresses',
  counter: 'emailAddresses',
  revertibleTypes: ['email-address.added', 'email-address.made-primary', 'address-change.asked'],
  changedIds: addressesBrought,
  isActive: (address, { emailAddresses }) => address in emailAddresses,
  revert: revertEmailAddresses,
}
