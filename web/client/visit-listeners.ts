import type { Translator } from '@foyer/i18n'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import { clearClientAlert } from './client-alert.ts'
import { prepareErrorDialog } from './error-dialog.ts'
import { offerNewVersion, showVisitError } from './visit-errors.ts'

/** Replaces Inertia's error handling, except for its error dialog. */
export function listenToVisits(t: Translator): void {
  const activeVisits = new Map<string, PendingVisit>()
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
    if (!('x-inertia' in response.headers)) prepareErrorDialog(t, response)
  })

  router.on('location', ({ detail: { url, versionChange } }) => {
    if (!/^https?:$/.test(url.protocol)) return false
    // A foreground visit loads the new version itself.
    const isAwaited = [...activeVisits.values()].some((visit) => !visit.async)
    if (versionChange && !isAwaited) offerNewVersion(t)
    return true
  })

  addEventListener('vite:preloadError', () => offerNewVersion(t))
}

function withoutHash(url: URL): string {
  return url.href.replace(/#.*/, '')
}
