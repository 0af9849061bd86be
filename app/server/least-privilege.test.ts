import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { Client } from 'pg'

import { runCliCommand } from '#testing/cli.ts'
import { spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase, testDialect } from '#testing/test-database.ts'

const eventLogDocs = readFileSync(join(import.meta.dirname, '../../docs/event-log.md'), 'utf8')
const [, documentedGrants = ''] = /```sql\n([^]+?)```/.exec(eventLogDocs) ?? []

test(
  'a server works with no more than the documented grants, including channels',
  { skip: testDialect !== 'postgres' && 'SQLite has no roles', timeout: 60_000 },
  async (t) => {
    const url = await createEmptyDatabase(t)
    const owner = new Client(url)
    await owner.connect()
    const storage = mkdtempSync(join(tmpdir(), 'foyer-owner-'))
    t.after(() => rmSync(storage, { recursive: true }))
    const APP_KEY = randomBytes(32).toString('base64')
    const variables = { DATABASE_URL: url, STORAGE_DIR: storage, APP_KEY }

    await runCliCommand(['migrate'], { variables, clock: { now: () => Date.now() } })
    const schema = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? ''
    const role = `server_of_${schema}`
    const grants = documentedGrants.replaceAll('schema public', `schema ${schema}`)
    t.after(async () => {
      await owner.query(`drop owned by ${role}; drop role ${role}`)
      await owner.end()
    })
    await owner.query(`create role ${role} login; grant usage on schema ${schema} to ${role}`)
    await owner.query(grants.replaceAll('foyer_server', role))

    const serverUrl = new URL(url)
    serverUrl.username = role
    const { origin } = await spawnServer(t, { DATABASE_URL: serverUrl.href, APP_KEY })
    const ready = async () => (await fetch(`${origin}/ready`)).json()
    while (!(await ready()).channels) await wait(50)

    assert.partialDeepStrictEqual(await ready(), { ready: true, database: true, channels: true })
  },
)
