import type { AccountState, EventWindow } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { eventsBetween, stateAfterEvent } from './account-state.ts'
import { diffStates } from './diff.ts'
import { kindOfType } from './event-kinds.ts'
import { fold, emptyAccount, type RecordedEvent } from './fold.ts'
import { sessionDevices } from './session-devices.ts'
import { sessionEnds, applySessionEnds } from './session-ends.ts'

/**
 * What happened around an event.
 *
 * @param radius  how many events before and after it a page can go back and forth through without asking
 */
export async function eventWindow(
  db: Db,
  userId: string,
  seq: number,
  radius = 500,
): Promise<EventWindow> {
  const after = Math.max(0, seq - radius)
  const [before, events] = await Promise.all([
    stateAfterEvent(db, userId, after),
    eventsBetween(db, userId, { after, upTo: seq + radius }),
  ])
  const sessions = [...new Set([...Object.keys(before.sessions), ...sessionsStartedIn(events)])]
  const ends = await sessionEnds(db, userId, sessions)
  const start = applySessionEnds(before, ends)
  let state = onlyReferencedItems(start, events)
  const windowEvents: EventWindow['events'] = []
  for (const event of events) {
    const folded = fold(state, event)
    const next = folded.sessions === state.sessions ? folded : applySessionEnds(folded, ends)
    const changes = diffStates(state, next)
    windowEvents.push({
      seq: event.seq,
      at: toIso(event.at),
      type: event.type,
      kind: kindOfType(event.type),
      changes,
    })
    state = next
  }
  return { start, events: windowEvents, devices: await sessionDevices(db, userId, sessions) }
}

/**
 * Of what an account may have any number of, only what these events name: nothing else changes on the way, and going through
 * them costs the same however much else there is.
 */
function onlyReferencedItems(state: AccountState, events: RecordedEvent[]): AccountState {
  // It names everything the account has.
  if (events.some(({ type }) => type === 'record.began')) return state
  const referencedIds = new Set(events.flatMap(({ data }): unknown[] => Object.values(data)))
  const pickReferenced = <Row>(rows: Record<string, Row>) =>
    Object.fromEntries(Object.entries(rows).filter(([id]) => referencedIds.has(id)))
  const { passkeys, sessions, tokens } = state
  return {
    ...state,
    passkeys: pickReferenced(passkeys),
    sessions: pickReferenced(sessions),
    tokens: pickReferenced(tokens),
  }
}

function sessionsStartedIn(events: RecordedEvent[]): string[] {
  return events.flatMap((event) => Object.keys(fold(emptyAccount, event).sessions))
}
