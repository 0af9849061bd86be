import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { databaseShape } from '#testing/database-shape.ts'
import { appOnLegacyData } from '#testing/legacy-data.ts'
import { createEmptyDatabase, listTables, openConnection } from '#testing/test-database.ts'

import type { Database } from './connect.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { type Migrations, migrations } from './migrations.ts'
import { lastMigration, rollBackMigration } from './roll-back-migration.ts'

const names = Object.keys(migrations)
const reversible = names.filter((name) => name >= '016')

test('every migration from 016 on has a down', () => {
  assert.ok(reversible.length > 0)
  assert.deepEqual(
    reversible.filter((name) => !migrations[name]?.down),
    [],
  )
})

test('each migration restores the earlier schema when rolled back, the newer one when applied again, and keeps the data', async (t) => {
  const { app } = await appOnLegacyData(t)
  const shape = await databaseShape(app.database)
  const data = await readData(t, app.database)
  assert.ok(Object.values(data).flat().length > 30)

  const shapes = await shapesBeforeMigrations(t)

  for (const name of reversible.toReversed()) {
    assert.equal(await rollBackMigration(app.database, name), true)
    assert.deepEqual(await databaseShape(app.database), shapes[name], name)
  }
  const olderData = await readData(t, app.database)
  assert.deepEqual(olderData, pickColumns(data, olderData))
  assert.deepEqual(await pendingMigrations(app.database), reversible)

  assert.deepEqual(await migrate(app.database), reversible)
  assert.deepEqual(await databaseShape(app.database), shape)
  assert.deepEqual(pickColumns(await readData(t, app.database), olderData), olderData)
})

test('of two processes that roll back the same migration one does', async (t) => {
  const url = await createEmptyDatabase(t)
  const [one, other] = [await openConnection(t, url), await openConnection(t, url)]
  await migrate(one)
  const name = names.at(-1) ?? ''

  const results = await Promise.all([rollBackMigration(one, name), rollBackMigration(other, name)])

  assert.deepEqual(results.toSorted(), [false, true])
  assert.deepEqual(await pendingMigrations(one), [name])
})

test('a rollback that fails half way changes nothing', async (t) => {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const failing: Migrations = {
    '001-first': {
      up: async () => {},
      async down(db) {
        await db.schema.createTable('half').addColumn('id', 'text').execute()
        await db.schema.dropTable('no_such_table').execute()
      },
    },
  }
  await migrate(database, failing)

  await assert.rejects(rollBackMigration(database, '001-first', failing), /no_such_table/)

  assert.ok(!(await listTables(database.db)).some(({ name }) => name === 'half'))
  assert.deepEqual(await pendingMigrations(database, failing), [])
})

test('migrate:down asks, rolls back one migration, and refuses those without a down', async (t) => {
  const foyer = await appOnLegacyData(t)
  const newest = names.at(-1)
  const roll = (...answers: string[]) => createCli(foyer, { answers })('migrate:down')

  const refused = await roll('no')
  assert.equal(refused.status, 1)
  assert.match(refused.err, new RegExp(`rolls back ${newest}`))
  assert.deepEqual(await pendingMigrations(foyer.app.database), [])

  for (const name of reversible.toReversed())
    assert.equal((await roll('yes')).out, `Rolled back ${name}\n`)
  assert.deepEqual(await pendingMigrations(foyer.app.database), reversible)
  const older = await roll('yes')
  assert.equal(older.status, 1)
  assert.match(older.err, /^015-session-ends cannot be rolled back/)
})

test('a migration of a newer version is left to that version', async (t) => {
  const foyer = await appOnLegacyData(t)
  await migrate(foyer.app.database, { ...migrations, '999-later': { up: async () => {} } })

  const { status, err } = await createCli(foyer, { answers: ['yes'] })('migrate:down')

  assert.equal(status, 1)
  assert.match(err, /newer version of Foyer applied 999-later/)
  assert.equal((await lastMigration(foyer.app.database))?.name, '999-later')
})

/** The schema before each migration, from one database that applies them one by one. */
async function shapesBeforeMigrations(t: TestContext): Promise<Record<string, string[]>> {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const shapes: Record<string, string[]> = {}
  let applied: Migrations = {}
  for (const [name, migration] of Object.entries(migrations)) {
    shapes[name] = await databaseShape(database)
    applied = { ...applied, [name]: migration }
    await migrate(database, applied)
  }
  return shapes
}

type Row = Record<string, unknown>
type Data = Record<string, Row[]>

/** On a connection of its own: an open one remembers the columns of `select *`. */
async function readData(t: TestContext, { url }: Database): Promise<Data> {
  const { db } = await openConnection(t, url)
  const data: Data = {}
  for (const { name } of await listTables(db)) {
    if (name === 'migrations') continue
    data[name] = await db.withTables<Record<string, Row>>().selectFrom(name).selectAll().execute()
  }
  return pickColumns(data, data)
}

/** The rows of the tables and columns that another state of the database has too. */
function pickColumns(data: Data, other: Data): Data {
  const entries = Object.entries(other).map(([table, [row]]): [string, Row[]] => {
    const columns = Object.keys(row ?? {}).toSorted()
    const rows = (data[table] ?? []).map((it) =>
      Object.fromEntries(columns.map((column) => [column, it[column]])),
    )
    return [table, rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]
  })
  return Object.fromEntries(entries)
}
