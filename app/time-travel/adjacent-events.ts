import type { Db } from '#app/platform/db/connect.ts'
import type { LogTimes } from '#app/platform/event-log/log-times.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { changeTypes } from './event-kinds.ts'
import { unionQueries } from './event-rows.ts'
import type { EventRef, SelectedMoment } from './pages.ts'

type AdjacentEvents = Pick<
  SelectedMoment,
  'previous' | 'next' | 'previousDay' | 'nextDay' | 'previousChange'
>

/**
 * The targets of the scrubber's keyboard shortcuts.
 *
 * @param lastChangeBefore  finds the last earlier event that is a change, in a log where not every event is one
 */
export async function adjacentEvents(
  log: LogTimes,
  zone: string,
  { seq, at }: { seq: number; at: number },
  lastChangeBefore: (seq: number) => Promise<EventPosition | undefined> = async () => undefined,
): Promise<AdjacentEvents> {
  const [dayStart, dayEnd] = dayBounds(at, zone)
  const events = log.select(['seq', 'at'])
  const [adjacent, before, after] = await Promise.all([
    events
      .where('seq', '>=', seq - 1)
      .where('seq', '<=', seq + 1)
      .execute(),
    events
      .where('at', '<', dayStart)
      .orderBy('at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute(),
    events.where('at', '>=', dayEnd).orderBy('at').orderBy('seq').limit(1).execute(),
  ])
  const eventWithSeq = (number: number) => adjacent.find((it) => it.seq === number)
  const last = eventWithSeq(seq)
  // Between two events, the previous one is the last that happened.
  const isAfter = last !== undefined && last.at < at
  return {
    previous: toEventRef(isAfter ? last : eventWithSeq(seq - 1)),
    next: toEventRef(eventWithSeq(seq + 1)),
    previousDay: toEventRef(before[0]),
    nextDay: toEventRef(after[0]),
    previousChange: toEventRef(await lastChangeBefore(isAfter ? seq + 1 : seq)),
  }
}

interface EventPosition {
  seq: number
  at: number
}

/** The last earlier event of an account that is more than a sign-in or the end of a session. */
export function lastChangeBefore(db: Db, userId: string, seq: number) {
  const last = db
    .selectFrom('events')
    .select(['seq', 'at'])
    .where('user_id', '=', userId)
    .where('seq', '<', seq)
    .orderBy('seq', 'desc')
    .limit(1)
  return unionQueries(
    db,
    changeTypes().map((type) => last.where('type', '=', type)),
  )
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function toEventRef(event: EventPosition | undefined): EventRef | null {
  return event ? { seq: event.seq, at: toIso(event.at) } : null
}

/** Start of the day and of the next one in the user's time zone, in Unix milliseconds. */
function dayBounds(at: number, zone: string): [number, number] {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay()
  return [day.epochMilliseconds, day.add({ days: 1 }).startOfDay().epochMilliseconds]
}
