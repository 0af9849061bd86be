import type { SessionRow } from '#app/pages.ts'
import type { SessionsTable } from '#app/platform/db/schema.ts'
import { device } from '#app/platform/device.ts'
import { moment } from '#app/platform/moment.ts'

export const shownColumns = [
  'id',
  'method',
  'remembered',
  'ip',
  'user_agent',
  'country',
  'created_at',
  'last_active_at',
] as const satisfies (keyof SessionsTable)[]

export type Shown = Pick<SessionsTable, (typeof shownColumns)[number]>

/** @param here  the session that asks */
export function sessionRow(row: Shown, here: string | null): SessionRow {
  return {
    id: row.id,
    ...device(row.user_agent),
    ip: row.ip,
    country: row.country,
    method: row.method,
    signedInAt: moment(row.created_at),
    lastActiveAt: moment(row.last_active_at),
    isThisDevice: row.id === here,
    remembered: row.remembered === 1,
  }
}
