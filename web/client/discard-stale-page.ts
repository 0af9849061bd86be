import { router } from '@inertiajs/react'

/**
 * The client shows what the browser's history kept, without asking which version made it, when someone comes back from
 * another site. What an older version made is forgotten here, and the page the server has just sent is shown.
 */
export async function discardStalePage(): Promise<void> {
  const stored = await router.decryptHistory().catch(() => null)
  const served = document.querySelector('script[data-page="app"]')?.textContent ?? '{}'
  if (stored && stored.version !== JSON.parse(served).version) {
    history.replaceState({ ...history.state, page: undefined }, '')
  }
}
