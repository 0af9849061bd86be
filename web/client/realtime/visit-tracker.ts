import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

export interface VisitTracker {
  /** Whether one runs that sends a change, or leads away from this document. */
  isSubmittingOrLeaving(): boolean
  isBusy(): boolean
  /** Calls back with each visit once it is over. */
  onFinish(listener: (visit: PendingVisit) => void): void
}

/** The visits of this page that are on their way. */
export function trackVisits(): VisitTracker {
  const activeVisits = new Map<string, PendingVisit>()
  let isLeaving = false
  router.on('start', ({ detail: { visit } }) => void activeVisits.set(visit.id, visit))
  // The answer to a visit that someone waits for leads to another document, which the browser is fetching.
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
