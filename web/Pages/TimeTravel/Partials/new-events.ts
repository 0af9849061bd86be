import type { CancelToken } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { useLiveEvents } from '#web/lib/account-event-bus.ts'

import type { TimeTravel } from './use-time-travel.ts'

export interface NewEventsState {
  /** How many events came while another moment was looked at, or the place where they belong. */
  pendingCount: number
  /** Something waits to be put at the top of the list, also when nobody knows how much. */
  isHeldBack: boolean
  isReloading: boolean
  /** Brings what is new, whatever moves, and back to now. */
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
 * Now is followed as it goes on; a moment of the past stays as it is, and what came since waits.
 *
 * @param holdBack  it waits now too
 */
export function useNewEvents(
  { events, activity }: Pick<Pages['TimeTravel/Index'], 'events' | 'activity'>,
  { shown, goTo }: TimeTravel,
  holdBack: boolean,
): NewEventsState {
  const { isNow } = shown
  const { newestSequence, gaps } = useLiveEvents()
  /** How often someone asked for a look. */
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
      // The list keeps its place: what is new is put before it.
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

  // Much happens at once. Two looks at a time would put the same before the list twice.
  useEffect(() => {
    if (isNow && !isReloading && (isRequested || (hasNew && !isHeldBack))) reloadNow()
  }, [isNow, isReloading, isRequested, hasNew, isHeldBack])

  // Who went into the past meanwhile stays there.
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
