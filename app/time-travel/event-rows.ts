import type { SelectQueryBuilder } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import type { EventsTable, Schema } from '#app/platform/db/schema.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'

import { kindOfType } from './event-kinds.ts'
import { maxUnionQueries } from './limits.ts'
import type { EventDevice, EventRow } from './pages.ts'

export const eventColumns = [
  'seq',
  'at',
  'type',
  'data',
  'session_id',
  'ip',
  'user_agent',
  'country',
  'origin_commitment',
] as const satisfies (keyof EventsTable)[]

type EventColumns = Pick<EventsTable, (typeof eventColumns)[number]>

/** @param currentSession  the session of the request; null for an API client */
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
    isDeviceErased: row.origin_commitment !== null && eventDevice(row) === null,
  }
}

export function eventDevice({
  ip,
  user_agent,
  country,
}: Pick<EventColumns, 'ip' | 'user_agent' | 'country'>): EventDevice | null {
  const isUnknown = ip === null && user_agent === null && country === null
  return isUnknown ? null : { ...parseUserAgent(user_agent), ip, country }
}

/** Returns the log's first time (Unix milliseconds) and its event count. Tolerates a tampered log without events. */
export async function logRange(db: Db, userId: string): Promise<{ first: number; total: number }> {
  const events = db.selectFrom('events').where('user_id', '=', userId)
  const [first, last] = await Promise.all([
    events.select('at').orderBy('seq').limit(1).executeTakeFirst(),
    events.select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
  ])
  if (first && last) return { first: first.at, total: last.seq }
  const { created_at } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { first: created_at, total: 0 }
}

type EventsQuery<Row> = SelectQueryBuilder<Schema, 'events', Row>

/**
 * Combines queries with UNION ALL, so that each uses the index. With `in (…)`, databases tend to scan all events instead.
 *
 * @param queries  from 1 to `maxUnionQueries`
 */
export function unionQueries<Row>(db: Db, queries: EventsQuery<Row>[]) {
  if (queries.length > maxUnionQueries)
    throw new Error(`Too many queries in one union: ${queries.length}`)
  const [first, ...others] = queries.map((query) => db.selectFrom(query.as('one')).selectAll())
  if (!first) throw new Error('No queries to combine')
  const all = others.reduce((union, one) => union.unionAll(one), first)
  return db.selectFrom(all.as('all')).selectAll()
}
