import type { CancelToken } from '@inertiajs/core'
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
  'filters',
]

/** Now is followed as it goes on; a moment of the past stays as it is, and what came since waits. */
export function useArrivals(
  { events, life }: Pick<Pages['TimeTravel/Index'], 'events' | 'life'>,
  { shown, arrive }: Journey,
): Arrivals {
  const { isNow } = shown
  /** The number of the newest event that was heard of. */
  const [newest, hear] = useState(0)
  /** How often a look was wanted, whatever was heard. */
  const [wanted, want] = useState(0)
  const looked = useRef({ newest, wanted })
  const looking = useRef<CancelToken>(null)
  const [isReloading, reload] = useState(false)

  const look = useEffectEvent(() => {
    looked.current = { newest, wanted }
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
  })

  // Much happens at once. Two looks at a time would put the same before the list twice.
  useEffect(() => {
    const isNew = newest > Math.max(life.total, looked.current.newest)
    const isDue = isNew || wanted > looked.current.wanted
    if (isDue && isNow && !isReloading) look()
  }, [newest, wanted, life.total, isNow, isReloading])

  // Who went into the past meanwhile stays there.
  useEffect(() => {
    if (!isNow) looking.current?.cancel()
  }, [isNow])

  function wantLook() {
    want((times) => times + 1)
  }

  function arrived(heard: Heard | null) {
    if (heard) hear((before) => Math.max(before, heard.sequence))
    else wantLook()
  }

  function toNow() {
    if (isNow) wantLook()
    else arrive(null)
  }

  const waiting = isNow ? 0 : Math.max(0, newest - life.total)
  return { waiting, isReloading, arrived, toNow }
}
