import type { Text } from '@foyer/sentences'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

const trouble = () => import('./trouble.ts')

/** Everything that can go wrong with a visit is shown by us; what shows it is loaded apart. */
export function listen(text: Text): void {
  // It must be here before the connection is gone.
  setTimeout(trouble, 2000)

  const running = new Map<string, PendingVisit>()
  router.on('start', ({ detail: { visit } }) => void running.set(visit.id, visit))
  router.on('finish', ({ detail: { visit } }) => void running.delete(visit.id))
  router.on('success', () => void trouble().then(({ clear }) => clear()))

  router.on('networkError', ({ detail: { error } }) => {
    const visits = [...running.values()].toReversed()
    const visit =
      visits.find(({ url }) => 'url' in error && error.url === hashless(url)) ?? visits[0]
    const isBackground = visit && !visit.showProgress
    if (!isBackground) void trouble().then(({ show }) => show(text, error, visit))
    return false
  })

  router.on('httpException', ({ detail: { response } }) => {
    if ('x-inertia' in response.headers) return true
    void import('./overlay.ts').then(({ overlay }) => overlay(text, response))
    return false
  })

  router.on('location', ({ detail: { url, versionChange } }) => {
    if (!/^https?:$/.test(url.protocol)) return false
    // A visit that someone waits for brings the new version by itself.
    const isAwaited = [...running.values()].some((visit) => !visit.async)
    if (versionChange && !isAwaited)
      void trouble().then(({ offerNewVersion }) => offerNewVersion(text))
    return true
  })

  addEventListener('vite:preloadError', () => {
    void trouble().then(({ offerNewVersion }) => offerNewVersion(text))
  })
}

function hashless(url: URL): string {
  return url.href.replace(/#.*/, '')
}
