import { type Kysely, sql, SqliteAdapter } from 'kysely'

/** Which session an event ended, so that a moment of the past finds how each one that was open then ended. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await (isSqlite ? sqliteColumn : postgresColumn).execute(db)
  await db.schema
    .createIndex('events_ended')
    .on('events')
    .columns(['user_id', 'ended_session'])
    .where(sql.ref('ended_session'), 'is not', null)
    .execute()
}

// What someone altered by hand may not be JSON any more; it is read all the same, and the seal says which it is.
const sqliteColumn = sql`
  alter table events add column ended_session text generated always as (
    case when type = 'session.ended' and json_valid(data) then data ->> '$.session' end
  ) virtual`

const postgresColumn = sql`
  alter table events add column ended_session text generated always as (
    case when type = 'session.ended' then substring(data from '"session":"([^"]*)"') end
  ) stored`
