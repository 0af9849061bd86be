import type { TrustedDeviceEvents } from '#app/trusted-devices/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'

const invalidates: readonly PropName[] = ['trustedDevices']

export const trustedDeviceFeature: AccountFeature = {
  events: {
    'device.trusted': { invalidates },
    'device.untrusted': { invalidates },
    'device.trust-copied': { invalidates },
  } satisfies Record<keyof TrustedDeviceEvents, EventInfo>,
}
