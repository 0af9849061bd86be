import { progress } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/** The specification's numbers, which NProgress 0.2.0 had too. */
const delayMs = 250
const trickleMs = 800
const maxTrickle = 0.02
const minStatus = 0.08
const maxStatus = 0.994

/** Keeps the client's bar from starting by itself, because it has no option for the trickle's size and interval. */
export const progressOptions = { delay: 2 ** 31 - 1, color: '#4B5563', showSpinner: false }

/** Starts the client's progress bar for visits that a person waits for, and moves it on until they finish. */
export function startProgressBar(): void {
  const pendingVisits = new Map<string, ReturnType<typeof setTimeout>>()
  let status = minStatus
  let trickle: ReturnType<typeof setInterval> | undefined

  router.on('start', ({ detail: { visit } }) => {
    if (visit.showProgress && !visit.prefetch)
      pendingVisits.set(visit.id, setTimeout(start, delayMs))
  })

  // The client draws the upload itself, and does not expose its progress.
  router.on('progress', ({ detail: { progress: upload } }) => {
    status = Math.max(status, ((upload?.percentage ?? 0) / 100) * 0.9)
  })

  router.on('finish', ({ detail: { visit } }) => {
    clearTimeout(pendingVisits.get(visit.id))
    if (!pendingVisits.delete(visit.id) || pendingVisits.size > 0) return
    clearInterval(trickle)
    trickle = undefined
    // The client finishes its bar with the first visit that finishes, even one in the background.
    if (!progress.isStarted()) return
    // The visit that interrupted it starts in the same task, and takes the bar over if it shows one.
    if (visit.interrupted) queueMicrotask(() => pendingVisits.size === 0 && progress.remove())
    else if (visit.cancelled) progress.remove()
    else progress.finish()
  })

  function start(): void {
    if (trickle) return
    status = minStatus
    trickle = setInterval(() => show(status + Math.random() * maxTrickle), trickleMs)
    show(status)
  }

  function show(value: number): void {
    status = Math.min(value, maxStatus)
    // A background visit hides the bar.
    progress.reveal(true)
    progress.set(status)
  }
}
