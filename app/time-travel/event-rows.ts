import type { EventDevice, EventRow } from '#app/pages.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/sessions/user-agent.ts'

import { kindOfType } from './event-kinds.ts'
import { parseEventData } from './parse-event-data.ts'

export const eventColumns = [
  'seq',
  'at',
  'type',
  'data',
  'session_id',
  'ip',
  'user_agent',
] as const satisfies (keyof EventsTable)[]

type EventColumns = Pick<EventsTable, (typeof eventColumns)[number]>

/** @param currentSession  the session that asks; null for a program */
export function eventRow(row: EventColumns, currentSession: string | null): EventRow {
  return {
    seq: row.seq,
    at: toIso(row.at),
    type: row.type,
    kind: kindOfType(row.type),
    data: parseEventData(row.data),
    session: row.session_id,
    isThisSession: row.session_id !== null && row.session_id === currentSession,
    device: eventDevice(row),
  }
}

export function eventDevice({
  ip,
  user_agent,
}: Pick<EventColumns, 'ip' | 'user_agent'>): EventDevice | null {
  return ip === null && user_agent === null ? null : { ...parseUserAgent(user_agent), ip }
}
