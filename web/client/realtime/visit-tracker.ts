import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/** A document that was left and is still here after this time has stayed. */
const leavingMs = 10_000

export interface VisitTracker {
  /** Whether a form is being submitted or the document is being left. */
  isSubmittingOrLeaving(): boolean
  isBusy(): boolean
  onFinish(listener: (visit: PendingVisit) => void): void
}

/** @param onStay  called when the document that was being left is still here */
export function trackVisits(onStay: () => void): VisitTracker {
  const activeVisits = new Map<string, PendingVisit>()
  let leaveTimer: ReturnType<typeof setTimeout> | undefined
  router.on('start', ({ detail: { visit } }) => {
    activeVisits.set(visit.id, visit)
    if (!visit.async) stopLeaving()
  })
  // A foreground visit was redirected to another document. It is loading, unless the user stays or it is a download.
  router.on('location', () => {
    if (!activeVisits.values().some((visit) => !visit.async)) return
    stopLeaving()
    leaveTimer = setTimeout(() => {
      stopLeaving()
      onStay()
    }, leavingMs)
  })

  function stopLeaving(): void {
    clearTimeout(leaveTimer)
    leaveTimer = undefined
  }

  return {
    isBusy: () => activeVisits.size > 0,
    isSubmittingOrLeaving: () =>
      leaveTimer !== undefined || activeVisits.values().some(({ method }) => method !== 'get'),
    onFinish(listener) {
      router.on('finish', ({ detail: { visit } }) => {
        activeVisits.delete(visit.id)
        listener(visit)
      })
    },
  }
}
