import { router } from '@inertiajs/react'

/**
 * Hides the page, clears its history and caches, and visits the URL again: the server usually redirects to the sign-in
 * page.
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
    // If the server is down too, a failed reload shows nothing private either.
    onNetworkError: () => location.reload(),
  })
}
