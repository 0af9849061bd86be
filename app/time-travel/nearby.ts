import type { Difference, Nearby } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { devicesOf } from './devices.ts'
import { difference } from './difference.ts'
import { fold } from './fold.ts'
import { kindOf } from './kinds.ts'
import { knownEnds, withEnds } from './session-ends.ts'
import { eventsBetween, stateAfter } from './state.ts'

/** How many events before and after the one shown a page can go back and forth through without asking. */
const reach = 500

export async function nearby(db: Db, userId: string, seq: number): Promise<Nearby> {
  const after = Math.max(0, seq - reach)
  const [start, ends, events] = await Promise.all([
    stateAfter(db, userId, after),
    knownEnds(db, userId, after),
    eventsBetween(db, userId, { after, upTo: seq + reach }),
  ])
  let state = start
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
  return {
    events: shown,
    devices: await devicesOf(db, userId, sessionsIn(shown.flatMap(({ changes }) => changes))),
  }
}

function sessionsIn(changes: Difference[]): string[] {
  return [...new Set(changes.flatMap(({ field, id }) => (field === 'sessions' ? id : [])))]
}
