import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The event log of each team. Triggers keep events as they are until the team itself is deleted. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('team_events')
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.id').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('content_digest', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('team_events_key', ['team_id', 'seq'])
    .execute()
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of isSqlite ? sqliteTriggers : postgresTriggers) await statement.execute(db)
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema.dropTable('team_events').execute()
  if (isSqlite) return
  await sql`drop function refuse_team_event_change()`.execute(db)
  await sql`drop function refuse_team_event_removal()`.execute(db)
}

const sqliteTriggers = [
  sql`
    create trigger team_events_never_change before update on team_events
    begin select raise(abort, 'an event of a team never changes'); end`,
  sql`
    create trigger team_events_never_replaced before insert on team_events
    when exists (select 1 from team_events where team_id = new.team_id and seq = new.seq)
    begin select raise(abort, 'an event of a team is never replaced'); end`,
  sql`
    create trigger team_events_go_with_their_team before delete on team_events
    when exists (select 1 from teams where id = old.team_id)
    begin select raise(abort, 'an event of a team goes only with its team'); end`,
]

const postgresTriggers = [
  sql`
    create function refuse_team_event_change() returns trigger language plpgsql as $$
    begin
      raise exception 'an event of a team never changes';
    end $$`,
  sql`
    create trigger team_events_never_change before update on team_events
    for each row execute function refuse_team_event_change()`,
  sql`
    create function refuse_team_event_removal() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from teams where id = old.team_id) then
        raise exception 'an event of a team goes only with its team';
      end if;
      return old;
    end $$`,
  sql`
    create trigger team_events_go_with_their_team before delete on team_events
    for each row execute function refuse_team_event_removal()`,
  sql`
    create trigger team_events_never_truncated before truncate on team_events
    for each statement execute function refuse_team_event_change()`,
]
