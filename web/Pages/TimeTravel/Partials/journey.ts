import { router } from '@inertiajs/react'
import { startTransition, useMemo, useState } from 'react'

import type { Pages } from '#app/pages.ts'
import { addressOf } from '#web/Pages/TimeTravel/Partials/address.ts'
import { type Glimpse, placeOf, useFarAway } from '#web/Pages/TimeTravel/Partials/far-away.ts'
import { useLastVisit } from '#web/Pages/TimeTravel/Partials/last-visit.ts'
import { stateAt } from '#web/Pages/TimeTravel/Partials/state-at.ts'
import { useSteps } from '#web/Pages/TimeTravel/Partials/steps.ts'
import {
  placeOn,
  type Stop,
  stopAt,
  stopOn,
  type Trail,
  trailOf,
  type Way,
} from '#web/Pages/TimeTravel/Partials/trail.ts'
import { useZone } from '#web/parts/zone.ts'

type Props = Pages['TimeTravel/Index']

/** What is shown: where the hand is, or where it came to rest. */
export interface Shown extends Stop, Pick<Props, 'past' | 'devices' | 'photos'> {
  isNow: boolean
  /** The hand has not come to rest, or what is there is still on its way. */
  isMoving: boolean
  /** A hand is on it: every frame brings another moment, and none is worth a word. */
  isHeld: boolean
}

export interface Journey {
  shown: Shown
  trail: Trail
  /** Follows the hand. */
  follow: (at: number) => void
  /** Comes to rest: the address holds it from then on. Null is now. */
  arrive: (at: number | null) => void
  /** One event or one day further; comes to rest a moment after the last step. */
  step: (way: Way) => void
}

/** Going through the life of an account: what is loaded is shown at once, and the server is asked only for what is not. */
export function useJourney(props: Props): Journey {
  const { moment, life, nearby, filters } = props
  const [zone, visit] = [useZone(), useLastVisit()]
  const trail = useMemo(() => trailOf(nearby, life.total), [nearby, life.total])
  const [moving, move] = useState<Moving | null>(null)
  const farAway = useFarAway(move)
  const shown = useMemo(() => shownIn(props, trail, moving), [props, trail, moving])
  const steps = useSteps(visit, take)

  function follow(at: number) {
    stop()
    const found = stopAt(trail, at)
    if (!found) return farAway.look(addressOf({ ...filters, at }))
    farAway.forget()
    startTransition(() => move({ ...found, isHeld: true }))
  }

  function arrive(at: number | null) {
    stop()
    go(at)
  }

  function stop() {
    steps.forget()
    visit.cancel()
  }

  function go(at: number | null) {
    farAway.forget()
    const url = addressOf({ ...filters, at })
    const isAhead = at === null || at > Date.parse(life.to)
    const found = isAhead ? null : stopAt(trail, at)
    if (!found) return visit.begin(url, at === null ? whatIsNow : whatWas, rest)
    router.push<Props>({
      url,
      ...stays,
      props: (current) => ({ ...current, ...arrived(props, trail, found) }),
      onFinish: () => move(null),
    })
  }

  function rest() {
    move(null)
    steps.goOn()
  }

  function take(way: Way): boolean {
    const found = stopOn(trail, shown, way, zone) ?? placeOn(moment, way)
    if (found === null) return false
    visit.cancel()
    const at = found === 'now' ? null : Number(new Date(found.at))
    const there = at === null ? null : stopAt(trail, at)
    if (there) move(there)
    if (there) visit.soon(() => go(at))
    else go(at)
    return true
  }

  return { shown, trail, follow, arrive, step: steps.add }
}

interface Moving extends Stop {
  isHeld?: boolean
  /** What the server said, where the trail does not lead. */
  glimpse?: Glimpse
}

const stays = { preserveState: true, preserveScroll: true } as const
const parts = ['moment', 'past', 'devices', 'photos', 'nearby', 'events', 'event']
const whatWas = { ...stays, only: parts, reset: ['events'], showProgress: false }
const whatIsNow = { ...whatWas, only: [...parts, 'life', 'present', 'seal', 'filters'] }

function shownIn(props: Props, trail: Trail, moving: Moving | null): Shown {
  const source = moving?.glimpse ?? props
  const place = moving ?? placeOf(props)
  const start = moving && !moving.glimpse ? trail.start : null
  return {
    at: place.at,
    seq: place.seq,
    past: start ? stateAt(start, trail.steps, place) : source.past,
    devices: { ...source.devices, ...props.nearby?.devices },
    photos: source.photos,
    isNow: moving === null && props.moment.isNow,
    isMoving: moving !== null,
    isHeld: moving?.isHeld ?? false,
  }
}

/** What the server would say of a moment on the trail. */
function arrived(
  { past, devices, nearby }: Props,
  { start, steps, total }: Trail,
  place: Stop,
): Pick<Props, 'moment' | 'past' | 'devices' | 'event'> {
  const { at, seq } = place
  const beside = { previous: null, next: null, previousDay: null, nextDay: null }
  return {
    moment: {
      ...beside,
      at: new Date(at).toISOString(),
      seq,
      isNow: false,
      moved: null,
      newer: total - seq,
    },
    past: start ? stateAt(start, steps, place) : past,
    devices: { ...devices, ...nearby?.devices },
    event: null,
  }
}
