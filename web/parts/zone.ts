import { usePage } from '@inertiajs/react'

import { useOnlyHere } from '#web/parts/only-here.ts'

/** Where this device is; null where the server cannot know. */
export function useDeviceZone(): string | null {
  return useOnlyHere<string | null>(ofDevice, null)
}

const ofDevice = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The person's time zone: the one they chose, else the browser's; UTC where the server cannot know. */
export function useZone(): string {
  const { auth } = usePage().props
  const here = useDeviceZone()
  return auth.user?.timezone ?? here ?? 'UTC'
}
