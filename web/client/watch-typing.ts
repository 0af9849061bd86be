import type { Translator } from '@foyer/i18n'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import { leavesPage, repeatVisit } from './repeat-visit.ts'

let isWatching = false

/** Loads the code that asks before an edited form is left. Visits that leave the page wait for it. Call on input. */
export function watchTyping(field: EventTarget, t: Translator): void {
  // If the chunk fails to load, leaving asks nothing, and Back still restores the input.
  const loaded = import('./unsaved-changes.ts').then(
    ({ markEdited }) => markEdited(field, t),
    () => {},
  )
  if (isWatching) return
  isWatching = true
  let waitingVisit: PendingVisit | undefined
  const stopHolding = router.on('before', ({ detail: { visit } }) => {
    if (!leavesPage(visit)) return true
    waitingVisit = visit
    return false
  })
  void loaded.then(() => {
    stopHolding()
    if (waitingVisit) repeatVisit(waitingVisit)
  })
}
