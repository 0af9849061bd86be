import { router } from '@inertiajs/react'
import { useState } from 'react'

import type { Pages } from '#app/pages.ts'
import type { Journey } from '#web/Pages/TimeTravel/Partials/journey.ts'

export interface Arrivals {
  /** How many events came while another moment was looked at. */
  waiting: number
  isReloading: boolean
  /** Something has happened, here or in another browser. */
  arrived: () => void
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

  function arrived() {
    if (shown.isNow) lookAgain()
    else see({ total: life.total, count: waiting + 1 })
  }

  function toNow() {
    if (moment.isNow && shown.isNow) lookAgain()
    else arrive(null)
  }

  return { waiting, isReloading, arrived, toNow }
}
