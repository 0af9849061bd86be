import { http } from '@inertiajs/core'
import { usePage } from '@inertiajs/react'
import { useMemo } from 'react'

import type { Pages } from '#app/pages.ts'
import type { Stop } from '#web/Pages/TimeTravel/Partials/trail.ts'

type Props = Pages['TimeTravel/Index']
export type Glimpse = Pick<Props, 'moment' | 'past' | 'devices' | 'photos'>

const parts = 'moment,past,devices,photos'
/** As often as an eye can tell one account from another. */
const pauseMs = 100

/**
 * Looks at moments that are not loaded while the hand is still moving: one question at a time, and after each the newest.
 * The address and the history of the browser stay as they are.
 */
class FarAway {
  #wanted: string | null = null
  #asking: AbortController | null = null
  readonly #version: string | null
  readonly #show: (glimpse: Glimpse) => void

  constructor(version: string | null, show: (glimpse: Glimpse) => void) {
    this.#version = version
    this.#show = show
  }

  look(url: string): void {
    this.#wanted = url
    if (!this.#asking) void this.#askOn()
  }

  forget(): void {
    this.#wanted = null
    this.#asking?.abort()
    this.#asking = null
  }

  async #askOn(): Promise<void> {
    const asking = (this.#asking = new AbortController())
    while (this.#wanted !== null && !asking.signal.aborted) {
      const url = this.#wanted
      this.#wanted = null
      try {
        const { data } = await http.getClient().request({
          method: 'get',
          url,
          signal: asking.signal,
          headers: {
            Accept: 'application/json',
            'X-Inertia': 'true',
            'X-Inertia-Version': this.#version ?? '',
            'X-Inertia-Partial-Component': 'TimeTravel/Index',
            'X-Inertia-Partial-Data': parts,
          },
        })
        if (!asking.signal.aborted) this.#show(JSON.parse(data).props)
      } catch {
        // Where the hand comes to rest is asked for again, and whatever is wrong is said then.
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    if (this.#asking === asking) this.#asking = null
  }
}

/** @param show  always the same */
export function useFarAway(show: (there: Stop & { glimpse: Glimpse; isHeld: true }) => void) {
  const { version } = usePage()
  return useMemo(
    () => new FarAway(version, (glimpse) => show({ ...placeOf(glimpse), glimpse, isHeld: true })),
    [version, show],
  )
}

export function placeOf({ moment }: Pick<Props, 'moment'>): Stop {
  return { at: Date.parse(moment.at), seq: moment.seq }
}
