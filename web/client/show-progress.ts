import { router } from '@inertiajs/react'

import type { ProgressBar } from './progress-bar.ts'

const delayMs = 250

/** Shows the progress bar for foreground visits that take longer than `delayMs`. */
export function showProgress(bar: ProgressBar): void {
  const pendingVisits = new Map<string, ReturnType<typeof setTimeout>>()

  router.on('start', ({ detail: { visit } }) => {
    if (visit.showProgress && !visit.prefetch)
      pendingVisits.set(visit.id, setTimeout(bar.start, delayMs))
  })

  router.on('progress', ({ detail: { progress } }) => {
    const status = bar.status()
    if (status !== null) bar.set(Math.max(status, ((progress?.percentage ?? 0) / 100) * 0.9))
  })

  router.on('finish', ({ detail: { visit } }) => {
    clearTimeout(pendingVisits.get(visit.id))
    if (!pendingVisits.delete(visit.id) || bar.status() === null) return
    if (visit.interrupted) bar.reset()
    else if (pendingVisits.size > 0) return
    else if (visit.cancelled) bar.remove()
    else bar.done()
  })
}
