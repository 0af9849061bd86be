import type { Translator } from '@foyer/i18n'

import type { SessionRow } from '#app/browser-sessions/pages.ts'
import type { EventDevice, EventRow } from '#app/time-travel/pages.ts'

type NamedDevice = Pick<EventDevice, 'browser' | 'platform'>

/** "Chrome on macOS". @param device  null if unknown */
export function deviceLabel(t: Translator, device: NamedDevice | null): string {
  const { browser = null, platform = null } = device ?? {}
  if (browser && platform) return t('{browser} on {platform}', { browser, platform })
  return browser ?? platform ?? t('Unknown device')
}

type NamedSession = Pick<SessionRow, 'name' | 'browser' | 'platform'>

/** The owner's name for the device of a session; without one, "Chrome on macOS". */
export function sessionLabel(t: Translator, session: NamedSession): string {
  return session.name ?? deviceLabel(t, session)
}

/** "Chrome on macOS, Germany"; or why no device is known. */
export function eventDeviceLabel(
  t: Translator,
  { device, isDeviceErased }: Pick<EventRow, 'device' | 'isDeviceErased'>,
): string {
  if (!device) return isDeviceErased ? t('Device details erased') : t('Automatic')
  const country = device.country && t.region(device.country)
  return [deviceLabel(t, device), country].filter(Boolean).join(', ')
}
