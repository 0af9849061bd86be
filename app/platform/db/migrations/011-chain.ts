import { type Kysely, sql, SqliteAdapter } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const column of [
    'content_digest',
    'hash',
    'signature',
    'origin_commitment',
    'origin_salt',
  ]) {
    await db.schema.alterTable('events').addColumn(column, 'text').execute()
  }
  for (const column of ['record_head', 'record_signature']) {
    await db.schema.alterTable('users').addColumn(column, 'text').execute()
  }
  await db.schema.alterTable('users').addColumn('recorded_at', 'bigint').execute()
  await db.schema
    .alterTable('users')
    .addColumn('origins_erased_through', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('record_keys')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('key_sealed', 'text', (column) => column.notNull())
    .execute()

  // The door through which a record is erased with its account; it stays marked for a while.
  await db.schema
    .createTable('erased_records')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('erased_at', 'bigint', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .execute()

  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const trigger of isSqlite ? sqliteTriggers : postgresTriggers) await trigger.execute(db)
}

/** Address and browser may be taken away; events from before the chain may be taken into it. Nothing else. */
const sqliteTriggers = [
  sql`
    create trigger events_never_change before update on events
    when not (
      new.user_id = old.user_id and new.seq = old.seq and new.type = old.type and new.data = old.data
      and new.at = old.at and new.session_id is old.session_id and (
        (
          old.hash is not null and new.hash is old.hash and new.content_digest is old.content_digest
          and new.signature is old.signature and new.origin_commitment is old.origin_commitment
          and new.origin_salt is null and new.ip is null and new.user_agent is null
        ) or (
          old.hash is null and new.hash is not null
          and new.ip is old.ip and new.user_agent is old.user_agent
        )
      )
    )
    begin select raise(abort, 'an event of a record never changes'); end`,
  // Without it, "insert or replace" would be a way round.
  sql`
    create trigger events_never_replaced before insert on events
    when exists (select 1 from events where user_id = new.user_id and seq = new.seq)
    begin select raise(abort, 'an event of a record is never replaced'); end`,
  // A process of the version before fails rather than tear the chain.
  sql`
    create trigger events_are_chained before insert on events when new.hash is null
    begin select raise(abort, 'an event of a record is chained'); end`,
  sql`
    create trigger events_go_with_their_account before delete on events
    when not exists (select 1 from erased_records where id = old.user_id)
    begin select raise(abort, 'an event of a record goes only with its account'); end`,
]

const postgresTriggers = [
  // A process of the version before fails rather than tear the chain.
  sql`alter table events add constraint events_are_chained check (hash is not null) not valid`,
  sql`
    create function refuse_event_change() returns trigger language plpgsql as $$
    begin
      if (new.user_id, new.seq, new.type, new.data, new.at, new.session_id)
        is not distinct from (old.user_id, old.seq, old.type, old.data, old.at, old.session_id)
      then
        if old.hash is not null
          and (new.hash, new.content_digest, new.signature, new.origin_commitment)
            is not distinct from (old.hash, old.content_digest, old.signature, old.origin_commitment)
          and new.origin_salt is null and new.ip is null and new.user_agent is null
        then return new; end if;
        if old.hash is null and new.hash is not null
          and (new.ip, new.user_agent) is not distinct from (old.ip, old.user_agent)
        then return new; end if;
      end if;
      raise exception 'an event of a record never changes';
    end $$`,
  sql`
    create trigger events_never_change before update on events
    for each row execute function refuse_event_change()`,
  sql`
    create function refuse_event_removal() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from erased_records where id = old.user_id) then return old; end if;
      raise exception 'an event of a record goes only with its account';
    end $$`,
  sql`
    create trigger events_go_with_their_account before delete on events
    for each row execute function refuse_event_removal()`,
  sql`
    create function refuse_events_truncation() returns trigger language plpgsql as $$
    begin
      raise exception 'events of a record go only with their account';
    end $$`,
  sql`
    create trigger events_never_truncated before truncate on events
    for each statement execute function refuse_events_truncation()`,
]
