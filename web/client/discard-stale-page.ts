import { router } from '@inertiajs/react'

/**
 * Discards the page in the browser history if an older version stored it, so that the one just served is shown. Inertia
 * restores it without checking the version when someone returns from another site.
 */
export async function discardStalePage(): Promise<void> {
  const stored = await router.decryptHistory().catch(() => null)
  const served = document.querySelector('script[data-page="app"]')?.textContent ?? '{}'
  if (stored && stored.version !== JSON.parse(served).version) {
    history.replaceState({ ...history.state, page: undefined }, '')
  }
}
