import type { CancelToken } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { useLiveEvents } from '#web/lib/account-event-bus.ts'

import type { TimeTravel } from './use-time-travel.ts'

export interface NewEventsState {
  /** Number of events received but not shown yet. */
  pendingCount: number
  /** New events are held back from the top of the list; their number may be unknown. */
  isHeldBack: boolean
  isReloading: boolean
  /** Returns to now and shows new events, even if the list moves. */
  backToNow: () => void
}

const reloadedProps = [
  'activity',
  'moment',
  'past',
  'present',
  'differences',
  'devices',
  'photoUrls',
  'eventWindow',
  'integrity',
  'events',
  'filters',
]

/**
 * Reloads the page on new events while it shows now. A past moment stays, and new events are only counted.
 *
 * @param holdBack  count them at now too
 */
export function useNewEvents(
  { events, activity }: Pick<Pages['TimeTravel/Index'], 'events' | 'activity'>,
  { shown, goTo }: TimeTravel,
  holdBack: boolean,
): NewEventsState {
  const { isNow } = shown
  const { newestSequence, gaps } = useLiveEvents()
  const [requestCount, setRequestCount] = useState(0)
  const [lastReload, setLastReload] = useState({ newestSequence, gaps, requestCount })
  const cancelToken = useRef<CancelToken>(null)
  const [isReloading, setReloading] = useState(false)
  const hasNew =
    newestSequence > Math.max(activity.total, lastReload.newestSequence) || gaps > lastReload.gaps
  const isRequested = requestCount > lastReload.requestCount
  const isHeldBack = isNow && hasNew && holdBack

  const reloadNow = useEffectEvent(() => {
    const firstSeq = events.data[0]?.seq
    router.reload({
      only: reloadedProps,
      preserveUrl: true,
      showProgress: false,
      ...(firstSeq !== undefined && {
        data: { cursor: `newer-${firstSeq}` },
        headers: { 'X-Inertia-Infinite-Scroll-Merge-Intent': 'prepend' },
      }),
      onCancelToken: (token) => (cancelToken.current = token),
      onStart: () => {
        setLastReload({ newestSequence, gaps, requestCount })
        setReloading(true)
      },
      onFinish: () => setReloading(false),
    })
  })

  // Two reloads at a time would prepend the same events twice.
  useEffect(() => {
    if (isNow && !isReloading && (isRequested || (hasNew && !isHeldBack))) reloadNow()
  }, [isNow, isReloading, isRequested, hasNew, isHeldBack])

  // Selecting a past moment cancels a running reload.
  useEffect(() => {
    if (!isNow) cancelToken.current?.cancel()
  }, [isNow])

  function backToNow() {
    if (isNow) setRequestCount((count) => count + 1)
    else goTo(null)
  }

  const pendingCount = isHeldBack || !isNow ? Math.max(0, newestSequence - activity.total) : 0
  return { pendingCount, isHeldBack, isReloading, backToNow }
}
