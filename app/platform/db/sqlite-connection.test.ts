import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'

import { ConfigError } from '#app/platform/config/env-reader.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { createEmptyDatabase, createTestDatabase } from '#testing/test-database.ts'

import { connect, type Db } from './connect.ts'

test('the file has a write-ahead log, full sync, foreign keys and owner-only permissions', async (t) => {
  const { db, url, close } = await connect(await createEmptyDatabase(t, 'sqlite'))
  t.after(close)

  assert.deepEqual(await pragma(db, 'journal_mode'), { journal_mode: 'wal' })
  assert.deepEqual(await pragma(db, 'synchronous'), { synchronous: 2 })
  assert.deepEqual(await pragma(db, 'foreign_keys'), { foreign_keys: 1 })
  assert.equal(statSync(pathOf(url)).mode & 0o077, 0)
})

test('on a full disk writes are unavailable, reads work, and writes recover', async (t) => {
  const { db } = await createTestDatabase(t, {}, 'sqlite')
  await addJob(db, 'before')
  const { page_count } = await pragma(db, 'page_count')
  await sql`pragma max_page_count = ${sql.ref(String(page_count))}`.execute(db)

  const writing = db.transaction().execute((tx) => addJob(tx, 'too much', 'x'.repeat(100_000)))

  await assert.rejects(writing, Unavailable)
  assert.deepEqual(await jobIds(db), ['before'])
  await sql`pragma max_page_count = 1000000`.execute(db)
  await addJob(db, 'after', 'x'.repeat(100_000))
  assert.deepEqual(await jobIds(db), ['after', 'before'])
  assert.deepEqual(await pragma(db, 'integrity_check'), { integrity_check: 'ok' })
})

test('rejects a file that is not a database and leaves it unchanged', async (t) => {
  const url = await createEmptyDatabase(t, 'sqlite')
  const garbage = 'no database at all, '.repeat(100)
  writeFileSync(pathOf(url), garbage)

  await assert.rejects(connect(url), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /^DATABASE_URL cannot be used: .*test\.sqlite/)
    return true
  })
  assert.equal(readFileSync(pathOf(url), 'utf8'), garbage)
})

test('rejects a truncated file and leaves it unchanged', async (t) => {
  const url = await createEmptyDatabase(t, 'sqlite')
  const whole = await connect(url)
  await sql`create table filling (text text)`.execute(whole.db)
  await sql`insert into filling values (${'x'.repeat(50_000)})`.execute(whole.db)
  await whole.close()
  truncateSync(pathOf(url), 20_000)

  await assert.rejects(connect(url), /damaged/)
  assert.equal(statSync(pathOf(url)).size, 20_000)
})

test('rejects a path in a missing folder', async () => {
  await assert.rejects(connect('sqlite:/nowhere/at/all.sqlite'), ConfigError)
})

test('every acknowledged write survives a killed process', async (t) => {
  const { url } = await createTestDatabase(t, {}, 'sqlite')

  for (let round = 0; round < 4; round++) {
    const acknowledged = await writeUntilKilled(url, `round-${round}`, 40 + 60 * round)
    const { db, close } = await connect(url)
    const stored = await jobIds(db)
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(
      acknowledged.filter((id) => !stored.includes(id)),
      [],
    )
    assert.equal(stored.length % 2, 0, 'each transaction writes two rows or none')
    assert.deepEqual(await pragma(db, 'integrity_check'), { integrity_check: 'ok' })
    await close()
  }
})

/** Kills a process that writes pairs of rows and prints their id after each commit. */
async function writeUntilKilled(url: string, round: string, afterMs: number): Promise<string[]> {
  const script = `
    const [connectModule, url, round] = process.argv.slice(1)
    const { connect } = await import(connectModule)
    const { db } = await connect(url)
    const row = (id) => ({ id, kind: '', payload_sealed: '', run_at: 0, attempts: 0, created_at: 0 })
    for (let at = 0; ; at++) {
      const id = round + '-' + at
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('jobs').values(row(id)).execute()
        await tx.insertInto('jobs').values(row(id + '-pair')).execute()
      })
      process.stdout.write(id + '\\n')
    }`
  const args = [
    '--input-type=module',
    '-e',
    script,
    import.meta.resolve('./connect.ts'),
    url,
    round,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const output: string[] = []
  const lines = createInterface({ input: child.stdout }).on('line', (line) => output.push(line))
  await once(lines, 'line')
  await setTimeout(afterMs)
  child.kill('SIGKILL')
  await once(child, 'close')
  return output
}

async function addJob(db: Db, id: string, payload_sealed = ''): Promise<void> {
  const none = { dedupe_key: null, locked_until: null, last_error: null, dead_at: null }
  await db
    .insertInto('jobs')
    .values({ id, kind: 'test', payload_sealed, run_at: 0, attempts: 0, created_at: 0, ...none })
    .execute()
}

async function jobIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function pragma(db: Db, name: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.ref(name)}`.execute(db)
  return rows[0] ?? {}
}

function pathOf(url: string): string {
  return url.slice('sqlite:'.length)
}
