import type { AccountState, EventKind, EventPlace, Nearby, ShownMoment } from '#app/pages.ts'
import { dayIn } from '#web/Pages/TimeTravel/Partials/moment.ts'

/** Where one is. */
export interface Stop {
  /** Unix milliseconds. */
  at: number
  /** The last event that had happened. */
  seq: number
}

export interface Step extends Stop {
  type: string
  kind: EventKind
  changes: Nearby['events'][number]['changes']
}

/** The events that are loaded, the oldest first, without a gap. */
export interface Trail {
  /** The account before the first of them; null while none is loaded. */
  start: AccountState | null
  steps: Step[]
  /** The number of the newest event of all. */
  total: number
}

export type Way = 'previous' | 'next' | 'previousDay' | 'nextDay'

export function trailOf(nearby: Nearby | undefined, total: number): Trail {
  const steps = nearby?.events.map(({ at, ...event }) => ({ ...event, at: Date.parse(at) }))
  return { start: nearby?.start ?? null, steps: steps ?? [], total }
}

/** Where a moment falls; null when what is loaded does not tell. */
export function stopAt({ steps, total }: Trail, at: number): Stop | null {
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last || at < first.at) return null
  // The next one may have happened before that moment too, or together with the last that is known.
  if (at >= last.at && last.seq < total) return null
  return { at, seq: steps[lastUpTo(steps, at)]?.seq ?? first.seq }
}

/** The step that is the event with this number; undefined when it is not loaded. */
export function stepOf({ steps }: Trail, seq: number): Step | undefined {
  return steps[seq - (steps[0]?.seq ?? 0)]
}

/**
 * Where a key leads: to another moment at which something happened, however much did at once.
 *
 * @returns 'now' after the newest event, and null when there is nothing that way, or it is not known
 */
export function stopOn(trail: Trail, from: Stop, way: Way, zone: string): Stop | 'now' | null {
  const { steps } = trail
  const day = dayIn(zone, from.at)
  const goal = {
    previous: () => steps.findLast(({ at }) => at < from.at),
    next: () => steps.find(({ at }) => at > from.at),
    previousDay: () => steps.findLast(({ at }) => dayIn(zone, at) < day),
    nextDay: () => steps.find(({ at }) => dayIn(zone, at) > day),
  }[way]()
  if (goal) return stopAt(trail, goal.at)
  const isForward = way === 'next' || way === 'nextDay'
  return isForward && steps.at(-1)?.seq === trail.total ? 'now' : null
}

/** The same for what the server says of the moment it has shown. */
export function placeOn(moment: ShownMoment, way: Way): EventPlace | 'now' | null {
  const isForward = way === 'next' || way === 'nextDay'
  return moment[way] ?? (isForward && !moment.isNow ? 'now' : null)
}

function lastUpTo(steps: Step[], at: number): number {
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((steps[middle]?.at ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
