import { router } from '@inertiajs/react'

import { pauseMs } from './socket.ts'
import type { Visits } from './visits.ts'

/** Changes come in bursts; one visit serves them all. */
const gatherMs = 150

/** @param isOwn  by this browser's own session: the answer to what this page sends holds it already */
export type Want = (props: readonly string[], isOwn?: boolean) => void

/** Asks anew for what is out of date on the page that is shown: not while a visit runs, nor while nobody looks. */
export function refresher(visits: Visits, shownProps: () => object): Want {
  /** By prop: whether it is wanted for what this browser's own session did, and nothing else. */
  const wanted = new Map<string, boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener('visibilitychange', () => later())
  visits.onEnd(({ method, completed }) => {
    if (method !== 'get' && completed) forgetOwn()
    later()
  })

  function later(ms = gatherMs): void {
    if (wanted.size > 0) timer ??= setTimeout(look, ms)
  }

  function look(): void {
    timer = undefined
    if (visits.isBusy() || document.hidden) return
    const asked = new Map([...wanted].filter(([prop]) => prop in shownProps()))
    wanted.clear()
    if (asked.size > 0) ask(asked)
  }

  function ask(asked: ReadonlyMap<string, boolean>): void {
    const putBack = () => asked.forEach((isOwn, prop) => note(prop, isOwn))
    const askAgain = () => {
      putBack()
      later(pauseMs())
    }
    router.reload({
      only: [...asked.keys()],
      preserveErrors: true,
      onCancel: putBack,
      onNetworkError: askAgain,
      onHttpException({ status }) {
        if (status < 500) return true
        askAgain()
        // What stands here is better than an error that nobody asked for.
        return false
      },
    })
  }

  function note(prop: string, isOwn: boolean): void {
    wanted.set(prop, isOwn && wanted.get(prop) !== false)
  }

  function forgetOwn(): void {
    for (const [prop, isOwn] of wanted) if (isOwn) wanted.delete(prop)
  }

  return (props, isOwn = false) => {
    for (const prop of props) note(prop, isOwn)
    later()
  }
}
