import type { EventKind, AccountState } from '#app/account-events.ts'
import type { EventRef, EventWindow, SelectedMoment } from '#app/time-travel/pages.ts'

import { formatLocalDay } from './local-time.ts'

export interface Position {
  /** Unix milliseconds. */
  at: number
  /** Sequence number of the last event at or before it. */
  seq: number
}

export interface LoadedEvent extends Position {
  type: string
  kind: EventKind
  changes: EventWindow['events'][number]['changes']
}

/** A contiguous window of the account's events, oldest first. */
export interface LoadedEvents {
  /** The state before the first event; null while none is loaded. */
  start: AccountState | null
  events: LoadedEvent[]
  /** Sequence number of the account's newest event. */
  total: number
}

export type Direction =
  | 'previous'
  | 'next'
  | 'previousDay'
  | 'nextDay'
  | 'previousChange'
  | 'nextChange'

export function toLoadedEvents(eventWindow: EventWindow | undefined, total: number): LoadedEvents {
  const events = eventWindow?.events.map(({ at, ...event }) => ({ ...event, at: Date.parse(at) }))
  return { start: eventWindow?.start ?? null, events: events ?? [], total }
}

/** Returns the position of a moment, or null if it is outside the loaded events. */
export function positionAt({ events, total }: LoadedEvents, at: number): Position | null {
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last || at < first.at) return null
  // The next event, not loaded, may precede the moment or share the last timestamp.
  if (at >= last.at && last.seq < total) return null
  return { at, seq: events[lastIndexUpTo(events, at)]?.seq ?? first.seq }
}

export function eventBySeq({ events }: LoadedEvents, seq: number): LoadedEvent | undefined {
  return events[seq - (events[0]?.seq ?? 0)]
}

/**
 * Returns the adjacent event, the adjacent day's, or the adjacent change. Simultaneous events count as one step.
 *
 * @returns 'now' after the newest event; null at the start of the log or the end of the loaded events
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
    previousChange: () => events.findLast(({ at, kind }) => at < from.at && kind !== 'session'),
    nextChange: () => events.find(({ at, kind }) => at > from.at && kind !== 'session'),
    previousDay: () => events.findLast(({ at }) => formatLocalDay(zone, at) < day),
    nextDay: () => events.find(({ at }) => formatLocalDay(zone, at) > day),
  }[direction]()
  if (target) return positionAt(loadedEvents, target.at)
  const isForward = direction === 'next' || direction === 'nextDay'
  return isForward && events.at(-1)?.seq === loadedEvents.total ? 'now' : null
}

/** Like adjacentPosition, but uses the server's data about the selected moment. */
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
