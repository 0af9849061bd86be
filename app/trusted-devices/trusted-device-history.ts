import type { FeatureHistory, ReducersOf } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { removeRow } from '#app/platform/lib/rows-by-id.ts'

import type { TrustedDeviceEvents } from './events.ts'

/** The events that end the trust in all devices are folded in time-travel/fold.ts. */
const reducers: ReducersOf<TrustedDeviceEvents> = {
  'device.trusted': ({ device, browser, platform, endsAt }, { trustedDevices }, at) => ({
    trustedDevices: {
      ...trustedDevices,
      [device]: { browser, platform, trustedAt: toIso(at), endsAt },
    },
  }),
  'device.untrusted': ({ device }, { trustedDevices }) => ({
    trustedDevices: removeRow(trustedDevices, device),
  }),
  'device.trust-copied': () => ({ trustedDevices: {} }),
}

export const trustedDeviceHistory: FeatureHistory = { kind: 'two-factor', reducers }
