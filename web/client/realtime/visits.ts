import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

export interface Visits {
  /** Whether one runs that sends a change. */
  isChanging(): boolean
  isBusy(): boolean
  /** Calls back with each visit once it is over. */
  onEnd(then: (visit: PendingVisit) => void): void
}

/** The visits of this page that are on their way. */
export function visits(): Visits {
  const running = new Map<string, PendingVisit>()
  router.on('start', ({ detail: { visit } }) => void running.set(visit.id, visit))

  return {
    isBusy: () => running.size > 0,
    isChanging: () => running.values().some(({ method }) => method !== 'get'),
    onEnd(then) {
      router.on('finish', ({ detail: { visit } }) => {
        running.delete(visit.id)
        then(visit)
      })
    },
  }
}
