import type { Translator } from '@foyer/i18n'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import { clearClientAlert } from './client-alert.ts'
import { offerNewVersion, showVisitError } from './visit-errors.ts'

/** Replaces Inertia's error handling, except for its error dialog. */
export function listenToVisits(t: Translator, showsFlash: () => boolean): void {
  const activeVisits = new Map<string, PendingVisit>()
  // If the deployment removed this chunk, vite:preloadError follows.
  const loadNewVersion = () =>
    void import('#web/client/reload-new-version.ts').then(
      (module) => module.loadNewVersion(t, () => activeVisits.size > 0, showsFlash),
      () => {},
    )
  router.on('start', ({ detail: { visit } }) => void activeVisits.set(visit.id, visit))
  router.on('finish', ({ detail: { visit } }) => void activeVisits.delete(visit.id))
  router.on('success', () => clearClientAlert())

  router.on('networkError', ({ detail: { error } }) => {
    const visits = [...activeVisits.values()].toReversed()
    const visit =
      visits.find(({ url }) => 'url' in error && error.url === withoutHash(url)) ?? visits[0]
    const isBackground = visit && !visit.showProgress
    if (!isBackground) showVisitError(t, error, visit)
    return false
  })

  router.on('httpException', ({ detail: { response } }) => {
    if ('x-inertia' in response.headers) return
    const { data, status } = response
    // The client would allow scripts in its frame.
    response.data = ''
    void import('#web/client/error-dialog.ts').then((module) =>
      module.fillErrorDialog(t, data, status),
    )
  })

  router.on('location', ({ detail: { url, versionChange } }) => {
    if (!/^https?:$/.test(url.protocol)) return false
    // A foreground visit loads the new version itself.
    const isAwaited = [...activeVisits.values()].some((visit) => !visit.async)
    if (versionChange && !isAwaited) loadNewVersion()
    return true
  })

  router.on('prefetched', ({ detail: { response } }) => {
    if (response.status === 409 && response.headers['x-inertia-version']) loadNewVersion()
  })

  addEventListener('vite:preloadError', () => offerNewVersion(t))
}

function withoutHash(url: URL): string {
  return url.href.replace(/#.*/, '')
}
