import { say, type Sentence } from '@foyer/sentences'

import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'

import { lastEventAt } from './state.ts'

/** What an address asks for: a time, the moment after an event, or both: then the time is shown and the event opened. */
export interface Asked {
  /** A time, or `now`; left out, it is the event's, or now. */
  at?: string | undefined
  event?: number | undefined
}

/** A moment that can be shown. */
export interface Place {
  /** Unix milliseconds. */
  at: number
  /** The last event that had happened. */
  seq: number
  isNow: boolean
  /** Why it is not the one that was asked for. */
  moved: Sentence | null
}

/** The nearest moment that there is. @throws NotFound for an event that there is not */
export async function askedMoment(
  db: Db,
  { userId, now, zone }: { userId: string; now: number; zone: string },
  { at, event }: Asked,
): Promise<Place> {
  if (event !== undefined) {
    const found = await placeOf(db, userId, event)
    if (!found) throw new NotFound()
    if (at === undefined) return { ...found, isNow: false, moved: null }
  }
  if (at === undefined || at === 'now') return atMoment(now, null)

  const wanted = instantOf(at, zone)
  if (wanted === null) return atMoment(now, sentences.unreadable)
  if (wanted > now) return atMoment(now, sentences.tooLate)
  const first = await placeOf(db, userId, 1)
  return first && wanted < first.at
    ? atMoment(first.at, sentences.tooEarly)
    : atMoment(wanted, null)

  async function atMoment(moment: number, moved: Sentence | null): Promise<Place> {
    const isNow = moment === now
    // All that is recorded has happened by now, also where the clock of another machine, or of testers, was ahead.
    const last = await lastEventAt(db, userId, isNow ? Number.MAX_SAFE_INTEGER : moment)
    return { at: moment, seq: last?.seq ?? 0, isNow, moved }
  }
}

const sentences = {
  unreadable: say('That is not a time we can read, so this is now.'),
  tooLate: say('That has not happened yet, so this is now.'),
  tooEarly: say('Your account did not exist then, so this is how it began.'),
}

function placeOf(db: Db, userId: string, seq: number) {
  return db
    .selectFrom('events')
    .select(['seq', 'at'])
    .where('user_id', '=', userId)
    .where('seq', '=', seq)
    .executeTakeFirst()
}

/** ISO 8601; without an offset it is a time where the person is. */
function instantOf(typed: string, zone: string): number | null {
  try {
    return Temporal.Instant.from(typed).epochMilliseconds
  } catch {
    return localInstantOf(typed, zone)
  }
}

function localInstantOf(typed: string, zone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(typed).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null
  }
}
