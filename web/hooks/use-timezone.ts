import { usePage } from '@inertiajs/react'

import { useClientValue } from './use-client-value.ts'

/** The device's time zone; null on the server. */
export function useDeviceTimezone(): string | null {
  return useClientValue<string | null>(deviceTimezone, null)
}

/** The time zone chosen in the profile, else the device's; UTC on the server. */
export function useTimezone(): string {
  const chosen = usePage().props.auth.user?.timezone
  return useClientValue(chosen ? () => chosen : deviceTimezone, chosen ?? 'UTC')
}

let cachedZone: string | undefined

/** Cached: Intl takes a fifth of a millisecond on a phone, and React asks several times for each date. */
function deviceTimezone(): string {
  return (cachedZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
}
