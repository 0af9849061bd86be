import type { Selectable } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type {
  EventLog,
  LogPosition,
  LogStore,
  StoredHead,
} from '#app/platform/event-log/log-store.ts'
import { type LogTimes, sequenceRange } from '#app/platform/event-log/log-times.ts'
import { batches } from '#app/platform/lib/batches.ts'
import type { TeamsTable } from '#app/teams/schema.ts'

const teamsPerBatch = 200

export const headColumns = [
  'id',
  'event_count',
  'log_hash',
  'logged_at',
  'log_signature',
] as const satisfies (keyof TeamsTable)[]

export type TeamHead = Pick<Selectable<TeamsTable>, (typeof headColumns)[number]>

export function teamLog(id: string): EventLog {
  return { store: teamLogStore, id }
}

export function teamLogTimes(db: Db, id: string): LogTimes {
  const events = db
    .selectFrom('team_events')
    .select(['seq', 'at', 'type'])
    .where('team_id', '=', id)
  return db.selectFrom(events.as('log'))
}

/** The logs of teams, whose events have neither a session nor client data. */
export const teamLogStore: LogStore = {
  async eventsAfter(db, id, after, limit) {
    const rows = await db
      .selectFrom('team_events')
      .select(['seq', 'type', 'data', 'at', 'content_digest', 'hash', 'signature'])
      .where('team_id', '=', id)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, ...withoutClient }))
  },

  async eventHash(db, position) {
    return (await eventHashQuery(db, position))[0]?.hash
  },

  async head(db, id) {
    const row = await db
      .selectFrom('teams')
      .select(headColumns)
      .select(sequenceRange(teamLogTimes(db, id)))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return
    const { logId: _id, ...head } = storedHead(row)
    return { ...head, minSeq: row.minSeq, maxSeq: row.maxSeq ?? 0 }
  },

  async *heads(db) {
    const teams = db.selectFrom('teams').select(headColumns).orderBy('id').limit(teamsPerBatch)
    for await (const rows of batches(teams, ({ id }) => teams.where('id', '>', id)))
      yield rows.map(storedHead)
  },

  async hasValidStart(db, id) {
    const first = await db
      .selectFrom('team_events')
      .select('type')
      .where('team_id', '=', id)
      .where('seq', '=', 1)
      .executeTakeFirst()
    return first?.type === 'team.created'
  },
}

const withoutClient = {
  session_id: null,
  ip: null,
  user_agent: null,
  country: null,
  origin_salt: null,
  origin_commitment: null,
}

const eventHashQuery = preparedQuery((db: Db, { id, seq }: LogPosition) =>
  db.selectFrom('team_events').select('hash').where('team_id', '=', id).where('seq', '=', seq),
)

export function storedHead(row: TeamHead): StoredHead {
  return {
    logId: row.id,
    seq: row.event_count,
    hash: row.log_hash ?? '',
    at: row.logged_at ?? 0,
    originsErasedThrough: 0,
    signature: row.log_signature ?? '',
  }
}
