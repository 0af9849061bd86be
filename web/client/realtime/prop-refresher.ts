import { router } from '@inertiajs/react'

import { randomRetryDelayMs } from './socket.ts'
import type { VisitTracker } from './visit-tracker.ts'

/** Changes come in bursts; one visit serves them all. */
const batchDelayMs = 150

/** @param isOwn  by this browser's own session: the answer to what this page sends holds it already */
export type Invalidate = (props: readonly string[], isOwn?: boolean) => void

/** Asks anew for what is out of date on the page that is shown: not while a visit runs, nor while nobody looks. */
export function createPropRefresher(visits: VisitTracker, currentProps: () => object): Invalidate {
  /** By prop: whether it is wanted for what this browser's own session did, and nothing else. */
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
        // What stands here is better than an error that nobody asked for.
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
