import { usePage } from '@inertiajs/react'

import { useClientValue } from './use-client-value.ts'

/** The device's time zone; null on the server. */
export function useDeviceTimezone(): string | null {
  return useClientValue<string | null>(deviceTimezone, null)
}

const deviceTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone chosen in the profile, else the device's; UTC on the server. */
export function useTimezone(): string {
  const { auth } = usePage().props
  const deviceZone = useDeviceTimezone()
  return auth.user?.timezone ?? deviceZone ?? 'UTC'
}
