import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** The log of a team is deleted as that of an account: with it, and only after its erasure is recorded. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await replaceTrigger(
    db,
    sql`when not exists (select 1 from erased_records where id = old.team_id)`,
    sql`if not exists (select 1 from erased_records where id = old.team_id) then`,
  )
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await replaceTrigger(
    db,
    sql`when exists (select 1 from teams where id = old.team_id)`,
    sql`if exists (select 1 from teams where id = old.team_id) then`,
  )
}

type Sql = ReturnType<typeof sql>

async function replaceTrigger<Tables>(
  db: Kysely<Tables>,
  sqliteCondition: Sql,
  postgresCondition: Sql,
): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    await sql`drop trigger team_events_go_with_their_team`.execute(db)
    await sql`
      create trigger team_events_go_with_their_team before delete on team_events ${sqliteCondition}
      begin select raise(abort, 'an event of a team goes only with its team'); end`.execute(db)
    return
  }
  await sql`
    create or replace function refuse_team_event_removal() returns trigger language plpgsql as $$
    begin
      ${postgresCondition}
        raise exception 'an event of a team goes only with its team';
      end if;
      return old;
    end $$`.execute(db)
}
