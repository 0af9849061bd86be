import { router } from '@inertiajs/react'

const storageKey = 'account'

/** The id of the account that this document shows; null for a guest's. Another account always loads another document. */
export const documentAccount =
  document.querySelector<HTMLMetaElement>('meta[name=account]')?.content ?? null

/** Makes the history of this tab unreadable once it shows another account, so that Back shows no page of the one before. */
export function forgetOtherAccounts(): void {
  const account = documentAccount ?? ''
  if (sessionStorage.getItem(storageKey) === account) return
  router.clearHistory()
  sessionStorage.setItem(storageKey, account)
}
