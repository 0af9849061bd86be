import type { Translator } from '@foyer/i18n'

import type { EventDevice } from '#app/pages.ts'

type NamedDevice = Pick<EventDevice, 'browser' | 'platform'>

/** "Chrome on macOS". @param device  null if unknown */
export function deviceLabel(t: Translator, device: NamedDevice | null): string {
  const { browser = null, platform = null } = device ?? {}
  if (browser && platform) return t('{browser} on {platform}', { browser, platform })
  return browser ?? platform ?? t('Unknown device')
}
