import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

export interface Visits {
  /** Whether one runs that sends a change, or leads away from this document. */
  isChanging(): boolean
  isBusy(): boolean
  /** Calls back with each visit once it is over. */
  onEnd(then: (visit: PendingVisit) => void): void
}

/** The visits of this page that are on their way. */
export function visits(): Visits {
  const running = new Map<string, PendingVisit>()
  let isGoing = false
  router.on('start', ({ detail: { visit } }) => void running.set(visit.id, visit))
  // The answer to a visit that someone waits for leads to another document, which the browser is fetching.
  router.on('location', () => {
    isGoing ||= running.values().some((visit) => !visit.async)
  })

  return {
    isBusy: () => running.size > 0,
    isChanging: () => isGoing || running.values().some(({ method }) => method !== 'get'),
    onEnd(then) {
      router.on('finish', ({ detail: { visit } }) => {
        running.delete(visit.id)
        then(visit)
      })
    },
  }
}
