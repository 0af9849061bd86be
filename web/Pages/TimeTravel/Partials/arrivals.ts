import type { CancelToken } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'
import type { Heard } from '#web/parts/account-events.ts'

export interface Arrivals {
  /** How many events came while another moment was looked at, or the place where they belong. */
  waiting: number
  isReloading: boolean
  /** Something has happened, here or in another browser; null when nobody knows whether. */
  arrived: (heard: Heard | null) => void
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
 * @param isHeld  it waits now too
 */
export function useArrivals(
  { events, life }: Pick<Pages['TimeTravel/Index'], 'events' | 'life'>,
  { shown, arrive }: Journey,
  isHeld: boolean,
): Arrivals {
  const { isNow } = shown
  /** The number of the newest event that was heard of. */
  const [newest, hear] = useState(0)
  /** How often something may have happened that nobody heard. */
  const [doubts, doubt] = useState(0)
  const looked = useRef({ newest, doubts })
  const looking = useRef<CancelToken>(null)
  const [isReloading, reload] = useState(false)

  function look() {
    looked.current = { newest, doubts }
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
      onStart: () => reload(true),
      onFinish: () => reload(false),
    })
  }

  const lookNow = useEffectEvent(look)

  // Much happens at once. Two looks at a time would put the same before the list twice.
  useEffect(() => {
    const isNew = newest > Math.max(life.total, looked.current.newest)
    const isDue = isNew || doubts > looked.current.doubts
    if (isDue && isNow && !isHeld && !isReloading) lookNow()
  }, [newest, doubts, life.total, isNow, isHeld, isReloading])

  // Who went into the past meanwhile stays there.
  useEffect(() => {
    if (!isNow) looking.current?.cancel()
  }, [isNow])

  function arrived(heard: Heard | null) {
    if (heard) hear((before) => Math.max(before, heard.sequence))
    else doubt((times) => times + 1)
  }

  function toNow() {
    if (!isNow) arrive(null)
    else if (!isReloading) look()
  }

  const waiting = isNow && !isHeld ? 0 : Math.max(0, newest - life.total)
  return { waiting, isReloading, arrived, toNow }
}
