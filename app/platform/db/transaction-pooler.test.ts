import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { Unavailable } from '#app/platform/errors.ts'
import { runCliCommand } from '#testing/cli.ts'
import { startPgbouncer } from '#testing/pgbouncer.ts'
import { withoutProgram } from '#testing/required-program.ts'
import { spawnServer } from '#testing/spawn-server.ts'
import { createPostgresDatabase, openConnection, testDialect } from '#testing/test-database.ts'

import { migrate } from './migrate.ts'
import { postgresCode } from './postgres-errors.ts'

const skip =
  testDialect === 'postgres' ? withoutProgram('pgbouncer') : 'only with TEST_DATABASE=postgres'

const hasCode = (code: string) => (error: unknown) =>
  error instanceof Unavailable && postgresCode(error.cause) === code

test(
  'transactions bring their timeouts, and leave none on the pooled connection',
  { skip },
  async (t) => {
    const sessionUrl = await createPostgresDatabase(t)
    const url = await startPgbouncer(t, sessionUrl)
    const timeouts = { waitTimeoutMs: 400, statementTimeoutMs: 700 }
    const { db } = await openConnection(t, url, { sessionUrl, ...timeouts })
    await sql`create table counters (id integer primary key)`.execute(db)

    await db.transaction().execute(async (tx) => {
      await sql`lock table counters`.execute(tx)
      const waiting = db.transaction().execute((other) => sql`lock table counters`.execute(other))
      await assert.rejects(waiting, hasCode('55P03'))
    })
    const slow = db.transaction().execute((tx) => sql`select pg_sleep(2)`.execute(tx))
    await assert.rejects(slow, hasCode('57014'))
    const { rows } = await sql<{ value: string }>`
    select current_setting('statement_timeout') as value`.execute(db)
    assert.deepEqual(rows, [{ value: '0' }])
  },
)

test('a lone statement through the pooler is abandoned by the client', { skip }, async (t) => {
  const sessionUrl = await createPostgresDatabase(t)
  const url = await startPgbouncer(t, sessionUrl)
  const { db } = await openConnection(t, url, { sessionUrl, statementTimeoutMs: 200 })

  await assert.rejects(sql`select pg_sleep(5)`.execute(db), Unavailable)
})

test('migrates over the session connection', { skip }, async (t) => {
  const sessionUrl = await createPostgresDatabase(t)
  const database = await openConnection(t, await startPgbouncer(t, sessionUrl), { sessionUrl })

  assert.ok((await migrate(database)).length > 40)
  assert.deepEqual(await migrate(database), [])
})

test(
  'a server behind a pooler names DATABASE_SESSION_URL when it is missing',
  { skip },
  async (t) => {
    const pooler = await startPgbouncer(t, await createPostgresDatabase(t))

    const { output, waitForExit } = await spawnServer(t, { DATABASE_URL: pooler })

    assert.equal(await waitForExit(), 1)
    assert.match(
      output(),
      /^DATABASE_URL leads to a connection pooler: set DATABASE_SESSION_URL .+\n$/,
    )
  },
)

test(
  'without a session connection pages answer, and the log and doctor say what is missing',
  { skip },
  async (t) => {
    const direct = await createPostgresDatabase(t)
    const DATABASE_URL = await startPgbouncer(t, direct, { ignoresSettings: true })
    const { origin, output, storageDir } = await spawnServer(t, { DATABASE_URL })
    const message = /DATABASE_URL leads to a connection pooler .+ set DATABASE_SESSION_URL/

    assert.equal((await fetch(`${origin}/login`)).status, 200)
    while (!message.test(output())) await sleep(20)
    const clock = { now: () => Date.now() }
    const variables = { STORAGE_DIR: storageDir, DATABASE_URL }
    const said = await runCliCommand(['doctor'], { variables, clock })
    assert.match(said.out, message)

    const DATABASE_SESSION_URL = direct
    const mended = { variables: { ...variables, DATABASE_SESSION_URL }, clock }
    assert.doesNotMatch((await runCliCommand(['doctor'], mended)).out, message)
  },
)
