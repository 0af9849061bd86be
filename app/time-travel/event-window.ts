import { type AccountState, collectionFields } from '#app/account-events.ts'
import { emptyAccount } from '#app/account-state.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { recordedEvents, stateAfterEvent } from './account-state-at.ts'
import { diffStates } from './diff.ts'
import { kindOfType } from './event-kinds.ts'
import { fold, type RecordedEvent } from './fold.ts'
import type { EventWindow } from './pages.ts'
import { sessionDevices } from './session-devices.ts'
import { sessionEnds, applySessionEnds } from './session-ends.ts'

/**
 * The events around one event with their changes, which the page steps through without further requests.
 *
 * @param radius  number of events on each side
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
    recordedEvents(db, userId, { after, upTo: seq + radius }),
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
 * Keeps only the items that these events reference. Nothing else changes within the window, so its
 * size does not depend on how many the account has.
 */
function onlyReferencedItems(state: AccountState, events: RecordedEvent[]): AccountState {
  // A baseline event lists everything the account has.
  if (events.some(({ type }) => type === 'record.began')) return state
  const referencedIds = new Set(events.flatMap(({ data }) => referencesIn(data)))
  const pickReferenced = (items: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(items).filter(([id]) => referencedIds.has(id)))
  const collections = collectionFields.map((field) => [field, pickReferenced(state[field])])
  return { ...state, ...Object.fromEntries(collections) }
}

/** Ids are values; names of attributes are keys of `after`. */
function referencesIn(data: object): unknown[] {
  const after = 'after' in data ? Object.keys(Object(data.after)) : []
  return [...Object.values(data), ...after]
}

function sessionsStartedIn(events: RecordedEvent[]): string[] {
  return events.flatMap((event) => Object.keys(fold(emptyAccount, event).sessions))
}
