import type { Selectable } from 'kysely'

import type { SessionsTable } from '#app/platform/db/schema.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'

import type { SessionRow } from './pages.ts'

export const sessionColumns = [
  'id',
  'name',
  'method',
  'remembered',
  'ip',
  'user_agent',
  'country',
  'created_at',
  'last_active_at',
] as const satisfies (keyof SessionsTable)[]

export type SessionRecord = Pick<Selectable<SessionsTable>, (typeof sessionColumns)[number]>

export function sessionRow(row: SessionRecord, currentSessionId: string | null): SessionRow {
  return {
    id: row.id,
    name: row.name,
    ...parseUserAgent(row.user_agent),
    ip: row.ip,
    country: row.country,
    method: row.method,
    signedInAt: toIso(row.created_at),
    lastActiveAt: toIso(row.last_active_at),
    isThisDevice: row.id === currentSessionId,
    remembered: row.remembered === 1,
  }
}
