import { router } from '@inertiajs/react'

import { randomRetryDelayMs } from './socket.ts'
import type { VisitTracker } from './visit-tracker.ts'

/** Collects bursts of events into one reload. */
const batchDelayMs = 150

/** @param isOwn  caused by this browser's session, so the response to the page's own form already contains the change */
export type Invalidate = (props: readonly string[], isOwn?: boolean) => void

/** Reloads stale props of the current page, but not during a visit or in a hidden tab. */
export function createPropRefresher(visits: VisitTracker, currentProps: () => object): Invalidate {
  /** By prop: whether only this browser's session changed it. */
  const staleProps = new Map<string, boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener('visibilitychange', () => scheduleReload())
  visits.onFinish(({ method, completed }) => {
    if (method !== 'get' && completed) dropOwnChanges()
    scheduleReload()
  })

  function scheduleReload(ms = batchDelayMs): void {
    if (staleProps.size > 0) timer ??= setTimeout(reloadStale, ms)
  }

  function reloadStale(): void {
    timer = undefined
    if (visits.isBusy() || document.hidden) return
    const batch = new Map([...staleProps].filter(([prop]) => prop in currentProps()))
    staleProps.clear()
    if (batch.size > 0) requestProps(batch)
  }

  function requestProps(batch: ReadonlyMap<string, boolean>): void {
    const requeue = () => batch.forEach((isOwn, prop) => markStale(prop, isOwn))
    const retryLater = () => {
      requeue()
      scheduleReload(randomRetryDelayMs())
    }
    router.reload({
      only: [...batch.keys()],
      preserveErrors: true,
      onCancel: requeue,
      onNetworkError: retryLater,
      onHttpException({ status }) {
        if (status < 500) return true
        retryLater()
        // Keeps the page instead of showing an error for a background reload.
        return false
      },
    })
  }

  function markStale(prop: string, isOwn: boolean): void {
    staleProps.set(prop, isOwn && staleProps.get(prop) !== false)
  }

  function dropOwnChanges(): void {
    for (const [prop, isOwn] of staleProps) if (isOwn) staleProps.delete(prop)
  }

  return (props, isOwn = false) => {
    for (const prop of props) markStale(prop, isOwn)
    scheduleReload()
  }
}
