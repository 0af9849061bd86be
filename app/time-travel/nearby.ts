import type { AccountState, Nearby } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

import { devicesOf } from './devices.ts'
import { difference } from './difference.ts'
import { fold, nobody, type RecordedEvent } from './fold.ts'
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
  const [before, events] = await Promise.all([
    stateAfter(db, userId, after),
    eventsBetween(db, userId, { after, upTo: seq + reach }),
  ])
  const sessions = [...new Set([...Object.keys(before.sessions), ...begunIn(events)])]
  const ends = await knownEnds(db, userId, sessions)
  const start = withEnds(before, ends)
  let state = concerned(start, events)
  const shown: Nearby['events'] = []
  for (const event of events) {
    const folded = fold(state, event)
    const next = folded.sessions === state.sessions ? folded : withEnds(folded, ends)
    const changes = difference(state, next)
    shown.push({
      seq: event.seq,
      at: moment(event.at),
      type: event.type,
      kind: kindOf(event.type),
      changes,
    })
    state = next
  }
  return { start, events: shown, devices: await devicesOf(db, userId, sessions) }
}

/**
 * Of what an account may have any number of, only what these events name: nothing else changes on the way, and going through
 * them costs the same however much else there is.
 */
function concerned(state: AccountState, events: RecordedEvent[]): AccountState {
  // It names everything the account has.
  if (events.some(({ type }) => type === 'record.began')) return state
  const named = new Set(events.flatMap(({ data }): unknown[] => Object.values(data)))
  const only = <Row>(rows: Record<string, Row>) =>
    Object.fromEntries(Object.entries(rows).filter(([id]) => named.has(id)))
  const { passkeys, sessions, tokens } = state
  return { ...state, passkeys: only(passkeys), sessions: only(sessions), tokens: only(tokens) }
}

function begunIn(events: RecordedEvent[]): string[] {
  return events.flatMap((event) => Object.keys(fold(nobody, event).sessions))
}
