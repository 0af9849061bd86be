import type { EventPlace, ShownMoment } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

type Neighbours = Pick<ShownMoment, 'previous' | 'next' | 'previousDay' | 'nextDay'>

/** Where the keys of the scrubber lead. */
export async function neighbours(
  db: Db,
  { userId, zone }: { userId: string; zone: string },
  { seq, at }: { seq: number; at: number },
): Promise<Neighbours> {
  const [begins, ends] = dayOf(at, zone)
  const places = db.selectFrom('events').select(['seq', 'at']).where('user_id', '=', userId)
  const [beside, before, after] = await Promise.all([
    places
      .where('seq', '>=', seq - 1)
      .where('seq', '<=', seq + 1)
      .execute(),
    places.where('at', '<', begins).orderBy('at', 'desc').orderBy('seq', 'desc').limit(1).execute(),
    places.where('at', '>=', ends).orderBy('at').orderBy('seq').limit(1).execute(),
  ])
  const numbered = (wanted: number) => beside.find((it) => it.seq === wanted)
  const last = numbered(seq)
  // Some time after an event, the one before is that event.
  const isAfter = last !== undefined && last.at < at
  return {
    previous: shown(isAfter ? last : numbered(seq - 1)),
    next: shown(numbered(seq + 1)),
    previousDay: shown(before[0]),
    nextDay: shown(after[0]),
  }
}

function shown(place: { seq: number; at: number } | undefined): EventPlace | null {
  return place ? { seq: place.seq, at: moment(place.at) } : null
}

/** When the day began, and when the next one did, where the person is. */
function dayOf(at: number, zone: string): [number, number] {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay()
  return [day.epochMilliseconds, day.add({ days: 1 }).startOfDay().epochMilliseconds]
}
