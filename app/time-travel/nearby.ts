import type { Nearby } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { devicesOf } from './devices.ts'
import { difference } from './difference.ts'
import { fold } from './fold.ts'
import { kindOf } from './kinds.ts'
import { knownEnds, withEnds } from './session-ends.ts'
import { eventsBetween, stateAfter } from './state.ts'

/**
 * What happened around an event.
 *
 * @param reach  how many events before and after it a page can go back and forth through without asking
 */
export async function nearby(db: Db, userId: string, seq: number, reach = 500): Promise<Nearby> {
  const after = Math.max(0, seq - reach)
  const [before, ends, events] = await Promise.all([
    stateAfter(db, userId, after),
    knownEnds(db, userId, after),
    eventsBetween(db, userId, { after, upTo: seq + reach }),
  ])
  const start = withEnds(before, ends)
  let state = before
  const shown: Nearby['events'] = []
  for (const event of events) {
    const next = withEnds(fold(state, event), ends)
    const changes = difference(withEnds(state, ends), next)
    shown.push({
      seq: event.seq,
      at: moment(event.at),
      type: event.type,
      kind: kindOf(event.type),
      changes,
    })
    state = next
  }
  const sessions = [...Object.keys(start.sessions), ...begunIn(shown)]
  return { start, events: shown, devices: await devicesOf(db, userId, [...new Set(sessions)]) }
}

function begunIn(events: Nearby['events']): string[] {
  const changes = events.flatMap((event) => event.changes)
  return changes.flatMap(({ field, id }) => (field === 'sessions' ? (id ?? []) : []))
}
