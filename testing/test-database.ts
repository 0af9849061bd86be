import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CompiledQuery, type Kysely, sql, type TableMetadata } from 'kysely'
import { Client } from 'pg'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect, type ConnectOptions, type Database, type Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { allowLogErasure } from '#app/platform/event-log/allow-log-erasure.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'

import { atEndOfProcess } from './end-of-process.ts'

/** Signs the event log in tests without an app. */
const signingKeys = createKeyring({ current: Buffer.alloc(32, 'a key for tests'), previous: [] })

export type Dialect = Database['dialect']

/** The database of this test run: `TEST_DATABASE=sqlite` (default) or `postgres`. */
export const testDialect: Dialect =
  process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

const postgresServerUrl =
  process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** A test, or something else that ends. */
export interface Owner {
  after(end: () => void | Promise<void>): void
}

/** Creates an empty, migrated database for one test. It is closed and removed afterwards. */
export async function createTestDatabase(
  t: Owner,
  options: ConnectOptions = {},
  dialect = testDialect,
): Promise<Database> {
  if (dialect === 'postgres') return acquirePostgresDatabase(t, options)
  const location = await copyMigratedSqliteFile()
  const database = await openDatabase(location.url, options)
  t.after(async () => {
    await database.close()
    await location.remove()
  })
  return database
}

/** Creates a database without tables. @returns its URL */
export async function createEmptyDatabase(t: Owner, dialect = testDialect): Promise<string> {
  const location = dialect === 'sqlite' ? createSqliteFile() : await createPostgresSchema()
  t.after(() => location.remove())
  return location.url
}

/** Opens another connection, as a second process would. */
export async function openConnection(
  t: Owner,
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
  // Tests need no durability, and waiting for the disk makes commits a hundred times slower.
  if (database.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(database.db)
  return database
}

/** `TEST_POOL_SIZE=1` reveals requests that need a second connection: they hang. */
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

/** Copies a database that is migrated once per process. */
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

/** Creates a database of its own, for a server in between that knows no schemas. @returns its URL */
export async function createPostgresDatabase(t: Owner): Promise<string> {
  const name = `foyer_test_${randomBytes(8).toString('hex')}`
  await queryAsAdmin(`create database ${name}`)
  t.after(async () => void (await queryAsAdmin(`drop database ${name} with (force)`)))
  const url = new URL(postgresServerUrl)
  url.pathname = `/${name}`
  return url.href
}

async function dropSchema(name: string): Promise<void> {
  await queryAsAdmin(`drop schema if exists ${name} cascade`)
}

/** A migrated database with open connections, which tests use one after another. */
export interface WarmDatabase {
  database: Database
  /** Functions that end the subscriptions to commits. */
  unsubscribers: Set<() => void>
  /** @returns false if a test has changed the schema */
  empty(): Promise<boolean>
  remove(): Promise<void>
}

export async function createWarmDatabase(): Promise<WarmDatabase> {
  return testDialect === 'sqlite' ? createWarmSqlite() : createWarmPostgres()
}

async function createWarmSqlite(): Promise<WarmDatabase> {
  const location = await copyMigratedSqliteFile()
  const opened = await openDatabase(location.url)
  const version = await schemaVersion(opened.db)
  return {
    ...withUnsubscribers(opened),
    empty: () => emptySqlite(opened.db, version),
    async remove() {
      await opened.close()
      await location.remove()
    },
  }
}

async function createWarmPostgres(): Promise<WarmDatabase> {
  const { name, url, remove } = await createPostgresSchema()
  const opened = await openDatabase(url)
  await migrate(opened)
  migratedShape ??= await schemaShape(name)
  return {
    ...withUnsubscribers(opened),
    empty: () => holdingAllConnections(opened.db, () => emptySchema(name)),
    async remove() {
      await opened.close()
      await remove()
    },
  }
}

function withUnsubscribers(database: Database): Pick<WarmDatabase, 'database' | 'unsubscribers'> {
  const unsubscribers = new Set<() => void>()
  function onCommit(listener: () => void): () => void {
    const unsubscribe = database.onCommit(listener)
    unsubscribers.add(unsubscribe)
    return () => {
      unsubscribers.delete(unsubscribe)
      unsubscribe()
    }
  }
  return { database: { ...database, onCommit }, unsubscribers }
}

/** A version that changes with the schema, and with the list of migrations. */
async function schemaVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select schema_version || ' ' || (select group_concat(name) from migrations) as version
    from pragma_schema_version`.execute(db)
  return rows[0]?.version ?? ''
}

async function emptySqlite(db: Db, version: string): Promise<boolean> {
  if ((await schemaVersion(db)) !== version) return false
  await inTransaction(db, async (tx) => {
    deletions ??= await listDeletions(tx)
    for (const statement of deletions) await tx.executeQuery(statement)
  })
  return true
}

let deletions: CompiledQuery[] | undefined

/** Foreign keys are checked at the end, so that the order does not matter. A trigger asks for `erased_records`. */
async function listDeletions(db: Db): Promise<CompiledQuery[]> {
  const names = (await listTables(db)).map(({ name }) => name)
  const first = ['events', 'team_events', 'erased_records']
  const others = names.filter((name) => ![...first, 'migrations'].includes(name))
  return [
    'pragma defer_foreign_keys = on',
    `insert or ignore into erased_records select distinct user_id, 0, '' from events`,
    `insert or ignore into erased_records select distinct team_id, 0, '' from team_events`,
    ...[...first, ...others].map((name) => `delete from "${name}"`),
  ].map((statement) => CompiledQuery.raw(statement))
}

/** Released schemas: PostgreSQL empties one ten times faster than it migrates a new one. */
const reusableSchemas: WarmDatabase[] = []
atEndOfProcess(async () => {
  await Promise.all(reusableSchemas.map((schema) => schema.remove()))
  await (await adminClient)?.end()
})

let migratedShape: string | undefined

async function acquirePostgresDatabase(t: Owner, options: ConnectOptions): Promise<Database> {
  const schema = reusableSchemas.pop() ?? (await createWarmPostgres())
  const hasOptions = Object.keys(options).length > 0
  const database = hasOptions ? await openDatabase(schema.database.url, options) : schema.database
  setSigningKeys(database.db, signingKeys)
  t.after(async () => {
    if (hasOptions) await database.close()
    await releaseSchema(schema)
  })
  return database
}

/** Removes a schema whose structure or connections a test has changed; otherwise empties it for reuse. */
async function releaseSchema(schema: WarmDatabase): Promise<void> {
  for (const unsubscribe of schema.unsubscribers) unsubscribe()
  schema.unsubscribers.clear()
  if (await schema.empty().catch(() => false)) reusableSchemas.push(schema)
  else await schema.remove()
}

/** @returns false if a test has changed the schema */
async function emptySchema(name: string): Promise<boolean> {
  if ((await schemaShape(name)) !== migratedShape) return false
  // In the replica role foreign keys are not checked, so the order does not matter.
  await queryAsAdmin(`
    set session_replication_role = replica;
    do $$ declare one text; begin
      for one in select relname from pg_class where relnamespace = '${name}'::regnamespace and relkind = 'r'
        and relname <> 'migrations' and pg_relation_size(oid) > 0
      loop execute format('delete from ${name}.%I', one); end loop;
    end $$`)
  return true
}

/** Waits until the test's queries are done, and keeps further ones waiting. Rejects without connections. */
async function holdingAllConnections<T>(db: Db, task: () => Promise<T>): Promise<T> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = Array.from({ length: poolSize }, () => Promise.withResolvers<void>())
  const holders = held.map(({ resolve }) =>
    db.connection().execute(() => {
      resolve()
      return released
    }),
  )
  try {
    await Promise.race([Promise.all(held.map(({ promise }) => promise)), Promise.all(holders)])
    return await task()
  } finally {
    release()
    await Promise.allSettled(holders)
  }
}

/** Looks up each table of the schema: a join would read the catalogue of all schemas, sixteen times slower. */
async function schemaShape(name: string): Promise<string> {
  const rows = await queryAsAdmin(`
    select string_agg(relname || '.' || part, ' ' order by relname, part)
      || (select string_agg(name, ' ' order by name) from ${name}.migrations) as shape
    from pg_class, lateral (
      select attname::text as part from pg_attribute where attrelid = pg_class.oid and not attisdropped
      union all select concat(tgname, ' ', tgenabled) from pg_trigger
        where tgrelid = pg_class.oid and not tgisinternal
    ) parts
    where relnamespace = '${name}'::regnamespace`)
  return rows[0]?.shape ?? ''
}

function schemaUrl(name: string): string {
  const url = new URL(postgresServerUrl)
  url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`)
  return url.href.replaceAll('+', '%20')
}

/** One shared connection, because PostgreSQL starts a process for each. */
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

/** A table and the names of its columns. */
type Table = Pick<TableMetadata, 'name'> & { columns: { name: string }[] }

/** Lists the tables of this database. PostgreSQL's introspection would also read, and fail on, the schemas that other tests drop. */
export async function listTables(db: Kysely<Schema>): Promise<Table[]> {
  if (testDialect === 'sqlite') return db.introspection.getTables()
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as "column" from information_schema.columns
    where table_schema = current_schema() order by table_name, ordinal_position`.execute(db)
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => ({ name: column })),
  }))
}

/** Runs a callback without the triggers that protect events, as a database owner could. */
export async function withEventTriggersDisabled(
  database: Database,
  callback: (db: Db) => Promise<void>,
): Promise<void> {
  const { db, dialect } = database
  if (dialect === 'postgres') {
    for (const table of ['events', 'team_events'])
      await sql`alter table ${sql.id(table)} disable trigger user`.execute(db)
    await callback(db)
    for (const table of ['events', 'team_events'])
      await sql`alter table ${sql.id(table)} enable trigger user`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'trigger' and tbl_name in ('events', 'team_events')`.execute(db)
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db)
  await callback(db)
  for (const trigger of rows) await db.executeQuery(CompiledQuery.raw(trigger.sql))
}

export async function eraseAllAccounts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const accounts = await tx.selectFrom('users').select('id').orderBy('id').execute()
    for (const { id } of accounts) await allowLogErasure(tx, id, 0)
    await tx.deleteFrom('users').execute()
  })
}
