import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/** Sends a visit again that failed, or that waited for an answer. */
export function repeatVisit(visit: PendingVisit): void {
  const { url, id: _id, completed: _c, cancelled: _x, interrupted: _i, ...options } = visit
  router.visit(url, options)
}

export function leavesPage({ method, url, prefetch }: PendingVisit): boolean {
  return method === 'get' && !prefetch && url.pathname !== location.pathname
}
