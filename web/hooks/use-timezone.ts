import { usePage } from '@inertiajs/react'

import { useClientValue } from './use-client-value.ts'

/** Where this device is; null where the server cannot know. */
export function useDeviceTimezone(): string | null {
  return useClientValue<string | null>(deviceTimezone, null)
}

const deviceTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The person's time zone: the one they chose, else the browser's; UTC where the server cannot know. */
export function useTimezone(): string {
  const { auth } = usePage().props
  const deviceZone = useDeviceTimezone()
  return auth.user?.timezone ?? deviceZone ?? 'UTC'
}
