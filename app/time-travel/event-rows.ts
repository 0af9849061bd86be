import type { EventDevice, EventRow } from '#app/pages.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'
import { device } from '#app/platform/device.ts'
import { moment } from '#app/platform/moment.ts'

import { dataIn } from './data-in.ts'
import { kindOf } from './kinds.ts'

export const shownColumns = [
  'seq',
  'at',
  'type',
  'data',
  'session_id',
  'ip',
  'user_agent',
] as const satisfies (keyof EventsTable)[]

type Shown = Pick<EventsTable, (typeof shownColumns)[number]>

/** @param here  the session that asks; null for a program */
export function eventRow(row: Shown, here: string | null): EventRow {
  return {
    seq: row.seq,
    at: moment(row.at),
    type: row.type,
    kind: kindOf(row.type),
    data: dataIn(row.data),
    session: row.session_id,
    isThisSession: row.session_id !== null && row.session_id === here,
    device: deviceOf(row),
  }
}

export function deviceOf({ ip, user_agent }: Pick<Shown, 'ip' | 'user_agent'>): EventDevice | null {
  return ip === null && user_agent === null ? null : { ...device(user_agent), ip }
}
