import type { AccountState, EventKind, EventRef, EventWindow, SelectedMoment } from '#app/pages.ts'

import { formatLocalDay } from './local-time.ts'

/** Where one is. */
export interface Position {
  /** Unix milliseconds. */
  at: number
  /** The last event that had happened. */
  seq: number
}

export interface LoadedEvent extends Position {
  type: string
  kind: EventKind
  changes: EventWindow['events'][number]['changes']
}

/** The events that are loaded, the oldest first, without a gap. */
export interface LoadedEvents {
  /** The account before the first of them; null while none is loaded. */
  start: AccountState | null
  events: LoadedEvent[]
  /** The number of the newest event of all. */
  total: number
}

export type Direction = 'previous' | 'next' | 'previousDay' | 'nextDay'

export function toLoadedEvents(eventWindow: EventWindow | undefined, total: number): LoadedEvents {
  const events = eventWindow?.events.map(({ at, ...event }) => ({ ...event, at: Date.parse(at) }))
  return { start: eventWindow?.start ?? null, events: events ?? [], total }
}

/** Where a moment falls; null when what is loaded does not tell. */
export function positionAt({ events, total }: LoadedEvents, at: number): Position | null {
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last || at < first.at) return null
  // The next one may have happened before that moment too, or together with the last that is known.
  if (at >= last.at && last.seq < total) return null
  return { at, seq: events[lastIndexUpTo(events, at)]?.seq ?? first.seq }
}

/** The step that is the event with this number; undefined when it is not loaded. */
export function eventBySeq({ events }: LoadedEvents, seq: number): LoadedEvent | undefined {
  return events[seq - (events[0]?.seq ?? 0)]
}

/**
 * Where a key leads: to another moment at which something happened, however much did at once.
 *
 * @returns 'now' after the newest event, and null when there is nothing that way, or it is not known
 */
export function adjacentPosition(
  loadedEvents: LoadedEvents,
  from: Position,
  direction: Direction,
  zone: string,
): Position | 'now' | null {
  const { events } = loadedEvents
  const day = formatLocalDay(zone, from.at)
  const target = {
    previous: () => events.findLast(({ at }) => at < from.at),
    next: () => events.find(({ at }) => at > from.at),
    previousDay: () => events.findLast(({ at }) => formatLocalDay(zone, at) < day),
    nextDay: () => events.find(({ at }) => formatLocalDay(zone, at) > day),
  }[direction]()
  if (target) return positionAt(loadedEvents, target.at)
  const isForward = direction === 'next' || direction === 'nextDay'
  return isForward && events.at(-1)?.seq === loadedEvents.total ? 'now' : null
}

/** The same for what the server says of the moment it has shown. */
export function adjacentEvent(
  moment: SelectedMoment,
  direction: Direction,
): EventRef | 'now' | null {
  const isForward = direction === 'next' || direction === 'nextDay'
  return moment[direction] ?? (isForward && !moment.isNow ? 'now' : null)
}

function lastIndexUpTo(events: LoadedEvent[], at: number): number {
  let [low, high] = [0, events.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((events[middle]?.at ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
