import { router } from '@inertiajs/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'
import type { Heard } from '#web/parts/account-events.ts'

export interface Arrivals {
  /** How many events came while another moment was looked at. */
  waiting: number
  isReloading: boolean
  /** Something has happened, here or in another browser; null when nobody knows whether. */
  arrived: (heard: Heard | null) => void
  /** Brings what is new, and back to now. */
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
]

/** Now is followed as it goes on; a moment of the past stays as it is, and what came since waits. */
export function useArrivals(
  { moment, events, life }: Pick<Pages['TimeTravel/Index'], 'moment' | 'events' | 'life'>,
  { shown, arrive }: Journey,
): Arrivals {
  const [seen, see] = useState({ total: life.total, count: 0 })
  /** How often a look was wanted, and which of these the last look was for. */
  const [wanted, want] = useState(0)
  const looked = useRef(0)
  const [isReloading, reload] = useState(false)
  const waiting = seen.total === life.total ? seen.count : 0

  function lookAgain() {
    const newest = events.data[0]?.seq
    router.reload({
      only: everything,
      preserveUrl: true,
      showProgress: false,
      // The list keeps its place: what is new is put before it.
      ...(newest !== undefined && {
        data: { cursor: `newer-${newest}` },
        headers: { 'X-Inertia-Infinite-Scroll-Merge-Intent': 'prepend' },
      }),
      onStart: () => reload(true),
      onFinish: () => reload(false),
    })
  }

  // Much happens at once. Two looks at a time would put the same before the list twice.
  const look = useEffectEvent(lookAgain)
  useEffect(() => {
    if (wanted === looked.current || isReloading) return
    looked.current = wanted
    look()
  }, [wanted, isReloading])

  function wantLook() {
    want((times) => times + 1)
  }

  function arrived(heard: Heard | null) {
    if (shown.isNow) return wantLook()
    if (!heard) return
    const { total } = life
    see((seen) => ({ total, count: (seen.total === total ? seen.count : 0) + 1 }))
  }

  function toNow() {
    if (moment.isNow && shown.isNow) wantLook()
    else arrive(null)
  }

  return { waiting, isReloading, arrived, toNow }
}
