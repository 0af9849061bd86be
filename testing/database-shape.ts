import { sql } from 'kysely'

import type { Database } from '#app/platform/db/connect.ts'

/** Everything that migrations define, as sorted lines: columns, constraints, indexes, triggers. The order of columns does not matter. */
export async function databaseShape({ db, dialect }: Database): Promise<string[]> {
  const query = dialect === 'sqlite' ? sqliteShape : postgresShape
  const { rows } = await query.execute(db)
  return rows.map(({ name, definition }) => `${name}: ${normalize(definition)}`).toSorted()
}

/** Definitions contain the schema's name on PostgreSQL, and quotes where a statement of a migration had them. */
function normalize(definition: string): string {
  const text = definition.replaceAll(/test_[0-9a-f]{16}\./g, '').replaceAll(/["`]/g, '')
  const parts = text.split(/[(),]/).map((part) => part.trim().replaceAll(/\s+/g, ' '))
  return parts.filter(Boolean).toSorted().join(' | ')
}

type Row = { name: string; definition: string }

const sqliteShape = sql<Row>`
  select type || ' ' || name as name, sql as definition from sqlite_schema
  where sql is not null and name not like 'sqlite_%'`

const postgresShape = sql<Row>`
  with tables as (select oid, relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')
  select 'column ' || relname || '.' || attname as name,
    concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid)) as definition
  from tables join pg_attribute on attrelid = tables.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
  from tables join pg_constraint on conrelid = tables.oid where contype <> 'n'
  union all
  select 'index ' || indexrelid::regclass::text, pg_get_indexdef(indexrelid)
  from tables join pg_index on indrelid = tables.oid
  union all
  select 'trigger ' || relname || '.' || tgname, concat(pg_get_triggerdef(pg_trigger.oid), ' ', prosrc)
  from tables join pg_trigger on tgrelid = tables.oid join pg_proc on pg_proc.oid = tgfoid where not tgisinternal`
