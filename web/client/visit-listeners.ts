import type { Translator } from '@foyer/i18n'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

const loadVisitErrors = () => import('./visit-errors.ts')

/** Replaces Inertia's error handling. The error messages are a separate chunk. */
export function listenToVisits(t: Translator): void {
  // Preloaded, to be available when the connection fails.
  setTimeout(loadVisitErrors, 2000)

  const activeVisits = new Map<string, PendingVisit>()
  router.on('start', ({ detail: { visit } }) => void activeVisits.set(visit.id, visit))
  router.on('finish', ({ detail: { visit } }) => void activeVisits.delete(visit.id))
  router.on('success', () => void loadVisitErrors().then(({ clearNotice }) => clearNotice()))

  router.on('networkError', ({ detail: { error } }) => {
    const visits = [...activeVisits.values()].toReversed()
    const visit =
      visits.find(({ url }) => 'url' in error && error.url === withoutHash(url)) ?? visits[0]
    const isBackground = visit && !visit.showProgress
    if (!isBackground)
      void loadVisitErrors().then(({ showVisitError }) => showVisitError(t, error, visit))
    return false
  })

  router.on('httpException', ({ detail: { response } }) => {
    if ('x-inertia' in response.headers) return true
    void import('./error-overlay.ts').then(({ showErrorOverlay }) => showErrorOverlay(t, response))
    return false
  })

  router.on('location', ({ detail: { url, versionChange } }) => {
    if (!/^https?:$/.test(url.protocol)) return false
    // A foreground visit loads the new version itself.
    const isAwaited = [...activeVisits.values()].some((visit) => !visit.async)
    if (versionChange && !isAwaited)
      void loadVisitErrors().then(({ offerNewVersion }) => offerNewVersion(t))
    return true
  })

  addEventListener('vite:preloadError', () => {
    void loadVisitErrors().then(({ offerNewVersion }) => offerNewVersion(t))
  })
}

function withoutHash(url: URL): string {
  return url.href.replace(/#.*/, '')
}
