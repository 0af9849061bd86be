import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

export interface VisitTracker {
  /** Whether a form is being submitted or the document is being left. */
  isSubmittingOrLeaving(): boolean
  isBusy(): boolean
  onFinish(listener: (visit: PendingVisit) => void): void
}

export function trackVisits(): VisitTracker {
  const activeVisits = new Map<string, PendingVisit>()
  let isLeaving = false
  router.on('start', ({ detail: { visit } }) => void activeVisits.set(visit.id, visit))
  // A foreground visit was redirected to another document, which is loading.
  router.on('location', () => {
    isLeaving ||= activeVisits.values().some((visit) => !visit.async)
  })

  return {
    isBusy: () => activeVisits.size > 0,
    isSubmittingOrLeaving: () =>
      isLeaving || activeVisits.values().some(({ method }) => method !== 'get'),
    onFinish(listener) {
      router.on('finish', ({ detail: { visit } }) => {
        activeVisits.delete(visit.id)
        listener(visit)
      })
    },
  }
}
