import type { EventRef, SelectedMoment } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

type AdjacentEvents = Pick<SelectedMoment, 'previous' | 'next' | 'previousDay' | 'nextDay'>

/** Where the keys of the scrubber lead. */
export async function adjacentEvents(
  db: Db,
  { userId, zone }: { userId: string; zone: string },
  { seq, at }: { seq: number; at: number },
): Promise<AdjacentEvents> {
  const [dayStart, dayEnd] = dayBounds(at, zone)
  const events = db.selectFrom('events').select(['seq', 'at']).where('user_id', '=', userId)
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
  const eventNumbered = (wanted: number) => adjacent.find((it) => it.seq === wanted)
  const last = eventNumbered(seq)
  // Some time after an event, the one before is that event.
  const isAfter = last !== undefined && last.at < at
  return {
    previous: toEventRef(isAfter ? last : eventNumbered(seq - 1)),
    next: toEventRef(eventNumbered(seq + 1)),
    previousDay: toEventRef(before[0]),
    nextDay: toEventRef(after[0]),
  }
}

function toEventRef(event: { seq: number; at: number } | undefined): EventRef | null {
  return event ? { seq: event.seq, at: toIso(event.at) } : null
}

/** When the day began, and when the next one did, where the person is. */
function dayBounds(at: number, zone: string): [number, number] {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay()
  return [day.epochMilliseconds, day.add({ days: 1 }).startOfDay().epochMilliseconds]
}
