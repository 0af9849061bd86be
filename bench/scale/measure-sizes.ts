import { sql } from 'kysely'

import { readConfig } from '#app/platform/config/config.ts'
import { connect } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'

interface Relation {
  /** The table that it belongs to. */
  table_name: string
  /** Of an index, or of the table itself. */
  name: string
  bytes: number | string
}

export interface RelationSize {
  table: string
  rows: number
  name: string
  bytesPerRow: number
}

const seededTables = [
  'events',
  'sessions',
  'users',
  'known_devices',
  'team_members',
  'notifications',
  'api_tokens',
  'teams',
] as const

/** Bytes for each row of the table, of the filled tables and each of their indexes, the largest table first. */
export async function measureSizes(env: Record<string, string>): Promise<RelationSize[]> {
  const { db, dialect, close } = await connect(readConfig(env).databaseUrl, {
    statementTimeoutMs: 0,
  })
  const { rows: relations } = await (dialect === 'sqlite' ? sqliteSizes : postgresSizes).execute(db)
  const sizes: RelationSize[] = []
  for (const table of seededTables) {
    const rows = await countRows(db.selectFrom(table))
    for (const { table_name, name, bytes } of relations)
      if (table_name === table) sizes.push({ table, rows, name, bytesPerRow: Number(bytes) / rows })
  }
  await close()
  return sizes
}

const sqliteSizes = sql<Relation>`
  select tbl_name as table_name, schema.name, pgsize as bytes
  from dbstat join sqlite_schema as schema on schema.name = dbstat.name
  where aggregate = true order by schema.type = 'index', schema.name`

/** A table with its TOAST, which has the long values. */
const postgresSizes = sql<Relation>`
  select relname as table_name, relname as name, pg_table_size(oid) as bytes, 0 as position
  from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
  union all
  select tables.relname, indexes.relname, pg_relation_size(indexes.oid), 1
  from pg_index
  join pg_class as indexes on indexes.oid = indexrelid
  join pg_class as tables on tables.oid = indrelid
  where tables.relnamespace = current_schema()::regnamespace
  order by position, name`
