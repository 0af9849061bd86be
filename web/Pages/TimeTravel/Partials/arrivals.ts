import type { CancelToken } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'
import { useNews } from '#web/parts/account-events.ts'

export interface Arrivals {
  /** How many events came while another moment was looked at, or the place where they belong. */
  waiting: number
  /** Something waits to be put at the top of the list, also when nobody knows how much. */
  isHeld: boolean
  isReloading: boolean
  /** Brings what is new, whatever moves, and back to now. */
  toNow: () => void
}

const everything = [
  'life',
  'moment',
  'past',
  'present',
  'differences',
  'devices',
  'photos',
  'nearby',
  'seal',
  'events',
  'filters',
]

/**
 * Now is followed as it goes on; a moment of the past stays as it is, and what came since waits.
 *
 * @param waitsAtTop  it waits now too
 */
export function useArrivals(
  { events, life }: Pick<Pages['TimeTravel/Index'], 'events' | 'life'>,
  { shown, arrive }: Journey,
  waitsAtTop: boolean,
): Arrivals {
  const { isNow } = shown
  const { newest, doubts } = useNews()
  /** How often someone asked for a look. */
  const [wanted, want] = useState(0)
  const [looked, note] = useState({ newest, doubts, wanted })
  const looking = useRef<CancelToken>(null)
  const [isReloading, reload] = useState(false)
  const isNew = newest > Math.max(life.total, looked.newest) || doubts > looked.doubts
  const isWanted = wanted > looked.wanted
  const isHeld = isNow && isNew && waitsAtTop

  const look = useEffectEvent(() => {
    const first = events.data[0]?.seq
    router.reload({
      only: everything,
      preserveUrl: true,
      showProgress: false,
      // The list keeps its place: what is new is put before it.
      ...(first !== undefined && {
        data: { cursor: `newer-${first}` },
        headers: { 'X-Inertia-Infinite-Scroll-Merge-Intent': 'prepend' },
      }),
      onCancelToken: (token) => (looking.current = token),
      onStart: () => {
        note({ newest, doubts, wanted })
        reload(true)
      },
      onFinish: () => reload(false),
    })
  })

  // Much happens at once. Two looks at a time would put the same before the list twice.
  useEffect(() => {
    if (isNow && !isReloading && (isWanted || (isNew && !isHeld))) look()
  }, [isNow, isReloading, isWanted, isNew, isHeld])

  // Who went into the past meanwhile stays there.
  useEffect(() => {
    if (!isNow) looking.current?.cancel()
  }, [isNow])

  function toNow() {
    if (isNow) want((times) => times + 1)
    else arrive(null)
  }

  const waiting = isHeld || !isNow ? Math.max(0, newest - life.total) : 0
  return { waiting, isHeld, isReloading, toNow }
}
