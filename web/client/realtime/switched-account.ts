import type { Translator } from '@foyer/i18n'

import { showClientAlert } from '#web/client/client-alert.ts'
import { documentAccount } from '#web/client/document-account.ts'

const storageKey = 'account-in-use'

/**
 * Tells the other tabs of this browser which account is in use now, and the reader when another tab has switched. Nothing is
 * reloaded without asking: something may be half typed. The server refuses what such a page sends.
 */
export function watchSwitches(t: Translator, onSwitched: () => void): void {
  if (documentAccount === null) return
  addEventListener('storage', ({ key, newValue }) => {
    const isOther = key === storageKey && newValue !== null && newValue !== documentAccount
    if (!isOther) return
    onSwitched()
    showClientAlert({
      tone: 'attention',
      role: 'status',
      message: t('You switched to another account in another tab. This page shows the one before.'),
      action: { label: t('Reload'), run: () => location.reload() },
      dismissLabel: t('Dismiss'),
      persistent: true,
    })
  })
  localStorage.setItem(storageKey, documentAccount)
}
