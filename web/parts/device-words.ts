import type { Text } from '@foyer/sentences'

import type { EventDevice } from '#app/pages.ts'

type Named = Pick<EventDevice, 'browser' | 'platform'>

/** "Chrome on macOS". @param device  null when nothing is known of it */
export function deviceWords(t: Text, device: Named | null): string {
  const { browser = null, platform = null } = device ?? {}
  if (browser && platform) return t('{browser} on {platform}', { browser, platform })
  return browser ?? platform ?? t('Unknown device')
}
