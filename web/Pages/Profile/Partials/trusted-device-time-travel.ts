import { deviceLabel } from '#web/lib/device-label.ts'
import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const trustedDeviceTimeTravel: TimeTravelFeature = {
  facts: ({ trustedDevices }, { t }) =>
    Object.entries(trustedDevices).map(([id, device]) => [
      `trusted-device ${id}`,
      t('Trusted device'),
      deviceLabel(t, device),
    ]),
}
