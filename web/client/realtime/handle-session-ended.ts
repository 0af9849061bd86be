import { router } from '@inertiajs/react'

/**
 * The session of this page is over. What it shows goes at once, and what the browser kept of it; then the server says what
 * there is to see at this address now: the way in, mostly.
 */
export function handleSessionEnded(): void {
  const app = document.getElementById('app')
  if (app) app.hidden = true
  router.clearHistory()
  router.flushAll()
  router.visit(location.href, {
    replace: true,
    preserveState: false,
    onFinish() {
      if (app) app.hidden = false
    },
    // The server may be away as well: nothing private stands here meanwhile.
    onNetworkError: () => location.reload(),
  })
}
