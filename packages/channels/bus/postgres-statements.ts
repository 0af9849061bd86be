/**
 * Unlogged tables are empty after a crash, which changes the epoch, so that nodes notice lost entries. The lock is for
 * processes that start together. `if not exists` would require the right to create tables even when they exist.
 */
export const createTables = `
select pg_advisory_xact_lock(hashtext('channels tables'));
do $$ begin
  if to_regclass('channels_head') is null then
    create unlogged table channels_head (topic text primary key, epoch text not null, n bigint not null);
  end if;
  if to_regclass('channels_log') is null then
    create unlogged table channels_log (
      topic text not null, last bigint not null, first bigint not null, text text not null,
      at timestamptz not null default clock_timestamp(), primary key (topic, last));
  end if;
  if to_regclass('channels_cache') is null then
    create unlogged table channels_cache (
      topic text not null, channel text not null, text text not null,
      at timestamptz not null default clock_timestamp(), primary key (topic, channel));
  end if;
end $$;
`

/**
 * Appends entries. The head row stays locked until the commit, so positions, commits and NOTIFY have one order.
 * $1 topic, $2 epoch if there is none, $3 count, $4 entries, $5 channel of NOTIFY, $6 entries or '', $7 cached entries.
 */
export const append = `
with head as (
  insert into channels_head as head (topic, epoch, n) values ($1, $2, $3::bigint)
  on conflict (topic) do update set n = head.n + $3::bigint
  returning epoch, n, n - $3::bigint + 1 as first),
logged as (
  insert into channels_log (topic, last, first, text) select $1, n, first, $4 from head),
cached as (
  insert into channels_cache (topic, channel, text)
  select $1, channel, text from head, jsonb_to_recordset($7::jsonb) as entry(channel text, text text)
  on conflict (topic, channel) do update set text = excluded.text, at = clock_timestamp())
select epoch, n, pg_notify($5, epoch || ' ' || first || ' ' || n || ' ' || $6) from head
`

/** $1 topic, $2 epoch if there is none. */
export const createHead = `
insert into channels_head (topic, epoch, n) values ($1, $2, 0) on conflict (topic) do nothing
`

/** $1 topic, $2 the position after which to read. One statement reads head and log in the same snapshot. */
export const readLog = `
select epoch, n, first, last, text,
  floor(greatest(0, extract(epoch from clock_timestamp() - at) * 1000)) as age_ms
from channels_head as head
left join channels_log as log on log.topic = head.topic and log.last > $2::bigint
where head.topic = $1
order by last
`

/** $1 topic, $2 the old epoch, $3 the new one. */
export const startNewEpoch = `
with renewed as (
  update channels_head set epoch = $3, n = 0 where topic = $1 and epoch = $2 returning topic)
delete from channels_log using renewed where channels_log.topic = renewed.topic
`

export const readCache = `
select text, floor(greatest(0, extract(epoch from clock_timestamp() - at) * 1000)) as age_ms
from channels_cache where topic = $1 and at > clock_timestamp() - $2::bigint * interval '1 millisecond'
`

export const deleteExpiredLog = `
delete from channels_log where topic = $1 and at < clock_timestamp() - $2::bigint * interval '1 millisecond'
`

export const deleteExpiredCache = `
delete from channels_cache where topic = $1 and at < clock_timestamp() - $2::bigint * interval '1 millisecond'
`

export const countListeners = `
select count(*) from pg_stat_activity where application_name = $1 and datname = current_database()
`
