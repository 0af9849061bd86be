import { type Kysely, sql, SqliteAdapter } from 'kysely'

/**
 * How each session of the past ended is found by its id, as app/time-travel/session-ends.ts asks. An index and no column:
 * PostgreSQL would write all events anew, and hold them all that time.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await (isSqlite ? sqliteIndex : postgresIndex).execute(db)
}

// What someone altered by hand may not be JSON any more; it is read all the same, and the seal says which it is.
const sqliteIndex = sql`
  create index events_ended on events (
    user_id, (case when json_valid(data) then json_extract(data, '$.session') end)
  ) where type = 'session.ended'`

const postgresIndex = sql`
  create index events_ended on events (
    user_id, (substring(data from '"session":"([^"]*)"'))
  ) where type = 'session.ended'`
