import { router } from '@inertiajs/react'

import type { Visits } from './visits.ts'

/** Changes come in bursts; one visit serves them all. */
const gatherMs = 150

/** @param isOwn  by this browser's own session: the answer to what this page sends holds it already */
export type Want = (props: readonly string[], isOwn?: boolean) => void

/** Asks anew for what is out of date on the page that is shown: not while a visit runs, nor while nobody looks. */
export function refresher(visits: Visits, shownProps: () => object): Want {
  const wanted = new Map<string, { isOwn: boolean }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener('visibilitychange', later)
  visits.onEnd(({ method, completed }) => {
    if (method !== 'get' && completed) forgetOwn()
    later()
  })

  function later(): void {
    if (wanted.size > 0) timer ??= setTimeout(look, gatherMs)
  }

  function look(): void {
    timer = undefined
    if (visits.isBusy() || document.hidden) return
    const only = [...wanted.keys()].filter((prop) => prop in shownProps())
    wanted.clear()
    if (only.length > 0) router.reload({ only, preserveErrors: true })
  }

  function forgetOwn(): void {
    for (const [prop, { isOwn }] of wanted) if (isOwn) wanted.delete(prop)
  }

  return (props, isOwn = false) => {
    for (const prop of props) {
      wanted.set(prop, { isOwn: isOwn && wanted.get(prop)?.isOwn !== false })
    }
    later()
  }
}
