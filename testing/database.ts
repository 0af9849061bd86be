import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'

import { CompiledQuery, type Kysely, sql, type TableMetadata } from 'kysely'
import { Client } from 'pg'

import { connect, type ConnectOptions, type Database, type Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { letRecordGo } from '#app/platform/erase-record.ts'
import { keyring } from '#app/platform/keys.ts'
import { recordWith } from '#app/platform/record-keys.ts'

/** What is recorded is signed with these, where no product brings its own. */
const keys = keyring({ current: Buffer.alloc(32, 'a key for tests'), previous: [] })

export type Dialect = Database['dialect']

/** Which database this run of the tests uses: `TEST_DATABASE=sqlite` (the usual one) or `postgres`. */
export const testDialect: Dialect =
  process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A migrated database with nothing in it, for one test. It is closed and removed afterwards. */
export async function freshDatabase(
  t: TestContext,
  options: ConnectOptions = {},
  dialect = testDialect,
): Promise<Database> {
  const place = dialect === 'sqlite' ? await migratedFile() : await migratedSchema()
  const database = await opened(place.url, options)
  t.after(async () => {
    await database.close()
    await place.remove()
  })
  return database
}

/** The address of a database without a single table. */
export async function emptyDatabase(t: TestContext, dialect = testDialect): Promise<string> {
  const place = dialect === 'sqlite' ? emptyFile() : await emptySchema()
  t.after(() => place.remove())
  return place.url
}

/** Another connection, as a second process would have. */
export async function connectFor(
  t: TestContext,
  url: string,
  options: ConnectOptions = {},
): Promise<Database> {
  const database = await opened(url, options)
  t.after(() => database.close())
  return database
}

async function opened(url: string, options: ConnectOptions = {}): Promise<Database> {
  const database = await connect(url, { poolSize, ...options })
  recordWith(database.db, keys)
  // Nothing here has to outlive a power cut, and a commit that waits for the disk waits a hundred times as long.
  if (database.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(database.db)
  return database
}

/** With 1, a request that waits for a second connection of its own would hang: `TEST_POOL_SIZE=1` shows it. */
const poolSize = Number(process.env['TEST_POOL_SIZE'] ?? 4)

interface Place {
  url: string
  remove(): Promise<void>
}

function emptyFile(): Place {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-database-'))
  return {
    url: `sqlite:${join(dir, 'test.sqlite')}`,
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** Migrated once per process and then copied, which takes a millisecond. */
async function migratedFile(): Promise<Place> {
  template ??= makeTemplate()
  const place = emptyFile()
  copyFileSync(await template, place.url.slice('sqlite:'.length))
  return place
}

let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-template-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'template.sqlite')
  const database = await opened(`sqlite:${path}`)
  await migrate(database)
  await database.close()
  return path
}

async function emptySchema(): Promise<Place & { name: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create schema ${name}`)
  return { name, url: schemaUrl(name), remove: () => drop(name) }
}

async function drop(name: string): Promise<void> {
  await onServer(`drop schema if exists ${name} cascade`)
}

/** Schemas that tests of this file are done with: PostgreSQL empties one in a tenth of the time that it takes to migrate one. */
const spare: string[] = []
after(async () => {
  await Promise.all(spare.map(drop))
  await (await admin)?.end()
})

/** What tables, columns, indexes and triggers there are after the migrations. */
let migrated: string | undefined

async function migratedSchema(): Promise<Place> {
  const used = spare.pop()
  if (used) return { url: schemaUrl(used), remove: () => putBack(used) }

  const { name, url } = await emptySchema()
  const database = await connect(url, { poolSize: 1 })
  await migrate(database)
  await database.close()
  migrated ??= await shapeOf(name)
  return { url, remove: () => putBack(name) }
}

/** One that a test has rebuilt is of no use to another. */
async function putBack(name: string): Promise<void> {
  if ((await shapeOf(name)) !== migrated) return drop(name)
  // As a replica the server checks no foreign keys, so that the order does not matter.
  await onServer(`
    set session_replication_role = replica;
    do $$ declare one text; begin
      for one in select tablename from pg_tables where schemaname = '${name}' and tablename <> 'migrations'
      loop execute format('delete from ${name}.%I', one); end loop;
    end $$`)
  spare.push(name)
}

async function shapeOf(name: string): Promise<string> {
  const rows = await onServer(`
    select string_agg(relname || '.' || part, ' ' order by relname, part) as shape
    from (
      select attrelid as of, attname::text as part from pg_attribute where not attisdropped
      union all select tgrelid, concat(tgname, ' ', tgenabled) from pg_trigger where not tgisinternal
    ) parts join pg_class on of = pg_class.oid
    where relnamespace = '${name}'::regnamespace`)
  return rows[0]?.shape ?? ''
}

/** Tests need no fsync. */
function schemaUrl(name: string): string {
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`)
  return url.href.replaceAll('+', '%20')
}

/** One connection for all that is done between tests: PostgreSQL starts a process for each. */
let admin: Promise<Client> | undefined

async function onServer(statement: string): Promise<Record<string, string>[]> {
  admin ??= connectedAdmin()
  return (await (await admin).query(statement)).rows
}

async function connectedAdmin(): Promise<Client> {
  const client = new Client(server)
  await client.connect()
  return client
}

/** The tables a database holds. PostgreSQL lists every schema's, also those of the tests beside this one. */
export async function tablesOf(db: Kysely<Schema>): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables()
  if (tables.every(({ schema }) => schema === undefined)) return tables
  const { rows } = await sql<{ own: string }>`select current_schema() as own`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]?.own)
}

/** What someone can do who owns the tables: the triggers that refuse it are out of the way. */
export async function asTheirOwner(
  database: Database,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const { db, dialect } = database
  if (dialect === 'postgres') {
    await sql`alter table events disable trigger user`.execute(db)
    await work(db)
    await sql`alter table events enable trigger user`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'events'`.execute(db)
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db)
  await work(db)
  for (const trigger of rows) await db.executeQuery(CompiledQuery.raw(trigger.sql))
}

/** All accounts, as if each had been erased. */
export async function eraseEveryone(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const people = await tx.selectFrom('users').select('id').orderBy('id').execute()
    for (const { id } of people) await letRecordGo(tx, id, 0)
    await tx.deleteFrom('users').execute()
  })
}
