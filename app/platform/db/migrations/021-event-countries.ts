import { type Kysely, type RawBuilder, sql, SqliteAdapter } from 'kysely'

/** The country of an event may be erased with its address and browser, and never changes otherwise. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('events').addColumn('country', 'text').execute()
  await replaceTriggers(db, {
    erased: sql` and new.country is null`,
    unchanged: sql` and new.country is not distinct from old.country`,
  })
  // The histogram marks the spans with such events, however long the log.
  await securityIndex.execute(db)
}

/** @throws when countries are recorded: they are part of the events' hashes, which could not be verified without them */
export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from events where country is not null limit 1`.execute(db)
  if (rows.length > 0)
    throw new Error('Events have countries recorded. Restore a backup from before instead.')
  await sql`drop index events_security`.execute(db)
  await replaceTriggers(db, { erased: sql``, unchanged: sql`` })
  await db.schema.alterTable('events').dropColumn('country').execute()
}

/** Conditions of the triggers for the new column. */
interface Conditions {
  erased: RawBuilder<unknown>
  unchanged: RawBuilder<unknown>
}

async function replaceTriggers<Tables>(db: Kysely<Tables>, conditions: Conditions): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  if (isSqlite) await sql`drop trigger events_never_change`.execute(db)
  await (isSqlite ? sqliteTrigger(conditions) : postgresFunction(conditions)).execute(db)
}

const securityIndex = sql`
create index events_security on events (user_id, at, seq) where type in (
  'access.removed',
  'account.locked',
  'address-change.asked',
  'address-change.undone',
  'address.changed',
  'event.disowned',
  'not-me.reported',
  'passkey.added',
  'passkey.refused',
  'passkey.removed',
  'password.changed',
  'password.reset',
  'recovery-code.used',
  'recovery-codes.replaced',
  'record.broken',
  'sign-in.refused',
  'sign-in.stopped',
  'token.changed',
  'token.created',
  'token.first-used',
  'token.revoked',
  'token.rotated',
  'two-factor.disabled',
  'two-factor.enabled'
)`

const sqliteTrigger = ({ erased, unchanged }: Conditions) => sql`
create trigger events_never_change before update on events
when not (
  new.user_id = old.user_id and new.seq = old.seq and new.type = old.type and new.data = old.data
  and new.at = old.at and new.session_id is old.session_id and (
    (
      old.hash is not null and new.hash is old.hash and new.content_digest is old.content_digest
      and new.signature is old.signature and new.origin_commitment is old.origin_commitment
      and new.origin_salt is null and new.ip is null and new.user_agent is null${erased}
    ) or (
      old.hash is null and new.hash is not null
      and new.ip is old.ip and new.user_agent is old.user_agent${unchanged}
    )
  )
)
begin select raise(abort, 'an event of a record never changes'); end`

const postgresFunction = ({ erased, unchanged }: Conditions) => sql`
create or replace function refuse_event_change() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.seq, new.type, new.data, new.at, new.session_id)
    is not distinct from (old.user_id, old.seq, old.type, old.data, old.at, old.session_id)
  then
    if old.hash is not null
      and (new.hash, new.content_digest, new.signature, new.origin_commitment)
        is not distinct from (old.hash, old.content_digest, old.signature, old.origin_commitment)
      and new.origin_salt is null and new.ip is null and new.user_agent is null${erased}
    then return new; end if;
    if old.hash is null and new.hash is not null
      and (new.ip, new.user_agent) is not distinct from (old.ip, old.user_agent)${unchanged}
    then return new; end if;
  end if;
  raise exception 'an event of a record never changes';
end $$`
