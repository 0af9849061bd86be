import type { Db } from '#app/platform/db/connect.ts'
import type { LogTimes } from '#app/platform/event-log/log-times.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { changeTypes } from './event-kinds.ts'
import { unionQueries } from './event-rows.ts'
import type { EventRef, SelectedMoment } from './pages.ts'

type AdjacentEvents = Pick<
  SelectedMoment,
  'previous' | 'next' | 'previousDay' | 'nextDay' | 'previousChange' | 'nextChange'
>

type Side = 'before' | 'after'

/**
 * The targets of the scrubber's keyboard shortcuts.
 *
 * @param findChange  finds the nearest event that is a change, in a log where not every event is one
 */
export async function adjacentEvents(
  log: LogTimes,
  zone: string,
  { seq, at }: { seq: number; at: number },
  findChange?: (side: Side, seq: number) => Promise<EventPosition | undefined>,
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
  const previous = isAfter ? last : eventWithSeq(seq - 1)
  const next = eventWithSeq(seq + 1)
  return {
    previous: toEventRef(previous),
    next: toEventRef(next),
    previousDay: toEventRef(before[0]),
    nextDay: toEventRef(after[0]),
    previousChange: toEventRef(
      findChange ? await findChange('before', isAfter ? seq + 1 : seq) : previous,
    ),
    nextChange: toEventRef(findChange ? await findChange('after', seq) : next),
  }
}

interface EventPosition {
  seq: number
  at: number
}

/** The nearest event of an account on that side of `seq` that is more than a sign-in or the end of a session. */
export function nearestChange(db: Db, userId: string, side: Side, seq: number) {
  const order = side === 'before' ? 'desc' : 'asc'
  const nearest = db
    .selectFrom('events')
    .select(['seq', 'at'])
    .where('user_id', '=', userId)
    .where('seq', side === 'before' ? '<' : '>', seq)
    .orderBy('seq', order)
    .limit(1)
  return unionQueries(
    db,
    changeTypes().map((type) => nearest.where('type', '=', type)),
  )
    .orderBy('seq', order)
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
