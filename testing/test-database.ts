import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'

import { CompiledQuery, type Kysely, sql, type TableMetadata } from 'kysely'
import { Client } from 'pg'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect, type ConnectOptions, type Database, type Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { allowLogErasure } from '#app/platform/event-log/allow-log-erasure.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'

/** What is recorded is signed with these, where no product brings its own. */
const signingKeys = createKeyring({ current: Buffer.alloc(32, 'a key for tests'), previous: [] })

export type Dialect = Database['dialect']

/** Which database this run of the tests uses: `TEST_DATABASE=sqlite` (the usual one) or `postgres`. */
export const testDialect: Dialect =
  process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

const postgresServerUrl =
  process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A migrated database with nothing in it, for one test. It is closed and removed afterwards. */
export async function createTestDatabase(
  t: TestContext,
  options: ConnectOptions = {},
  dialect = testDialect,
): Promise<Database> {
  const location =
    dialect === 'sqlite' ? await copyMigratedSqliteFile() : await acquireMigratedSchema()
  const database = await openDatabase(location.url, options)
  t.after(async () => {
    await database.close()
    await location.remove()
  })
  return database
}

/** The address of a database without a single table. */
export async function createEmptyDatabase(t: TestContext, dialect = testDialect): Promise<string> {
  const location = dialect === 'sqlite' ? createSqliteFile() : await createPostgresSchema()
  t.after(() => location.remove())
  return location.url
}

/** Another connection, as a second process would have. */
export async function openConnection(
  t: TestContext,
  url: string,
  options: ConnectOptions = {},
): Promise<Database> {
  const database = await openDatabase(url, options)
  t.after(() => database.close())
  return database
}

async function openDatabase(url: string, options: ConnectOptions = {}): Promise<Database> {
  const database = await connect(url, { poolSize, ...options })
  setSigningKeys(database.db, signingKeys)
  // Nothing here has to outlive a power cut, and a commit that waits for the disk waits a hundred times as long.
  if (database.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(database.db)
  return database
}

/** With 1, a request that waits for a second connection of its own would hang: `TEST_POOL_SIZE=1` shows it. */
const poolSize = Number(process.env['TEST_POOL_SIZE'] ?? 4)

interface DatabaseLocation {
  url: string
  remove(): Promise<void>
}

function createSqliteFile(): DatabaseLocation {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-database-'))
  return {
    url: `sqlite:${join(dir, 'test.sqlite')}`,
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** Migrated once per process and then copied, which takes a millisecond. */
async function copyMigratedSqliteFile(): Promise<DatabaseLocation> {
  templatePath ??= createTemplate()
  const location = createSqliteFile()
  copyFileSync(await templatePath, location.url.slice('sqlite:'.length))
  return location
}

let templatePath: Promise<string> | undefined

async function createTemplate(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-template-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'template.sqlite')
  const database = await openDatabase(`sqlite:${path}`)
  await migrate(database)
  await database.close()
  return path
}

async function createPostgresSchema(): Promise<DatabaseLocation & { name: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await queryAsAdmin(`create schema ${name}`)
  return { name, url: schemaUrl(name), remove: () => dropSchema(name) }
}

async function dropSchema(name: string): Promise<void> {
  await queryAsAdmin(`drop schema if exists ${name} cascade`)
}

/** Schemas that tests of this file are done with: PostgreSQL empties one in a tenth of the time that it takes to migrate one. */
const reusableSchemas: string[] = []
after(async () => {
  await Promise.all(reusableSchemas.map(dropSchema))
  await (await adminClient)?.end()
})

/** What tables, columns, indexes and triggers there are after the migrations. */
let migratedShape: string | undefined

async function acquireMigratedSchema(): Promise<DatabaseLocation> {
  const reused = reusableSchemas.pop()
  if (reused) return { url: schemaUrl(reused), remove: () => releaseSchema(reused) }

  const { name, url } = await createPostgresSchema()
  const database = await connect(url, { poolSize: 1 })
  await migrate(database)
  await database.close()
  migratedShape ??= await schemaShape(name)
  return { url, remove: () => releaseSchema(name) }
}

/** One that a test has rebuilt is of no use to another. */
async function releaseSchema(name: string): Promise<void> {
  if ((await schemaShape(name)) !== migratedShape) return dropSchema(name)
  // As a replica the server checks no foreign keys, so that the order does not matter.
  await queryAsAdmin(`
    set session_replication_role = replica;
    do $$ declare one text; begin
      for one in select tablename from pg_tables where schemaname = '${name}' and tablename <> 'migrations'
      loop execute format('delete from ${name}.%I', one); end loop;
    end $$`)
  reusableSchemas.push(name)
}

async function schemaShape(name: string): Promise<string> {
  const rows = await queryAsAdmin(`
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
  const url = new URL(postgresServerUrl)
  url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`)
  return url.href.replaceAll('+', '%20')
}

/** One connection for all that is done between tests: PostgreSQL starts a process for each. */
let adminClient: Promise<Client> | undefined

async function queryAsAdmin(statement: string): Promise<Record<string, string>[]> {
  adminClient ??= connectAdmin()
  return (await (await adminClient).query(statement)).rows
}

async function connectAdmin(): Promise<Client> {
  const client = new Client(postgresServerUrl)
  await client.connect()
  return client
}

/** The tables a database holds. PostgreSQL lists every schema's, also those of the tests beside this one. */
export async function listTables(db: Kysely<Schema>): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables()
  if (tables.every(({ schema }) => schema === undefined)) return tables
  const { rows } = await sql<{ own: string }>`select current_schema() as own`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]?.own)
}

/** What someone can do who owns the tables: the triggers that refuse it are out of the way. */
export async function withEventTriggersDisabled(
  database: Database,
  callback: (db: Db) => Promise<void>,
): Promise<void> {
  const { db, dialect } = database
  if (dialect === 'postgres') {
    await sql`alter table events disable trigger user`.execute(db)
    await callback(db)
    await sql`alter table events enable trigger user`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'events'`.execute(db)
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db)
  await callback(db)
  for (const trigger of rows) await db.executeQuery(CompiledQuery.raw(trigger.sql))
}

/** All accounts, as if each had been erased. */
export async function eraseAllAccounts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const accounts = await tx.selectFrom('users').select('id').orderBy('id').execute()
    for (const { id } of accounts) await allowLogErasure(tx, id, 0)
    await tx.deleteFrom('users').execute()
  })
}
