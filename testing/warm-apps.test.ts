import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { sql } from 'kysely'
import sharp from 'sharp'

import { createApiClient } from './api-clients.ts'
import { ada, registerAccount } from './signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from './test-app.ts'
import { days } from './test-clock.ts'
import { listTables } from './test-database.ts'
import { uploadPhoto } from './upload-photo.ts'

const ipAddress = '198.51.100.7'

/** Borrows an app as a test would, runs the steps, and returns it. */
async function use(steps: (foyer: TestApp) => Promise<unknown>): Promise<TestApp> {
  const ends: (() => void | Promise<void>)[] = []
  const foyer = await createTestApp({ after: (end) => ends.push(end) })
  await steps(foyer)
  for (const end of ends) await end()
  return foyer
}

/** Rows, files, mails, limits and pending work, of which a new app has none. */
async function leaveTraces(foyer: TestApp): Promise<void> {
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const pixels = { width: 9, height: 9, channels: 3, background: 'teal' } as const
  await uploadPhoto(laptop, await sharp({ create: pixels }).png().toBuffer())
  const client = await createApiClient(foyer, laptop)
  for (let count = 0; count < 3; count++) await client.status('/api/user')
  for (let count = 0; count < 6; count++) await statusOfAttempt(foyer)
  foyer.clock.advance(400 * days)
  await laptop.visit('password.email', { email: ada.email })
  foyer.jobs.start()
}

async function statusOfAttempt(foyer: TestApp): Promise<number> {
  const browser = foyer.browser(ipAddress)
  await browser.open('/login')
  const body = { ...ada, password: 'not the password' }
  return (await browser.json('/login', { method: 'POST', body })).status
}

/** The parts of an app that a test can see, and its later tasks. */
async function traces(foyer: TestApp) {
  const { app, clock, db } = foyer
  const rows: Record<string, unknown[]> = {}
  for (const { name } of await listTables(db))
    if (name !== 'migrations')
      rows[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows
  let commits = 0
  const unsubscribe = app.database.onCommit(() => commits++)
  await app.storeTokenUses()
  await foyer.jobs.runDue()
  unsubscribe()
  return {
    rows,
    commits,
    tasks: app.afterResponseTasks.size,
    files: (await readdir(app.config.storageDir)).toSorted(),
    isOnTime: Math.abs(clock.now() - Date.now()) < days,
    attempt: await statusOfAttempt(foyer),
  }
}

test('an app that another test has used looks like a new one', async (t) => {
  const used = await use(leaveTraces)

  const reused = await createTestApp(t)

  assert.equal(reused.app, used.app)
  assert.deepEqual(await traces(reused), await traces(await buildTestApp(t)))
})

const changes: Record<string, (foyer: TestApp) => unknown> = {
  'closed it': ({ app }) => app.close(),
  'configured it': ({ config }) => (config.appName = 'Lobby'),
  'replaced a part of it': ({ app }) => (app.limits.ping = async () => {}),
  'changed its keys': ({ config }) => writeFile(join(config.storageDir, 'app.key'), 'another'),
  'changed its tables': ({ db }) => sql`create table notes (text text)`.execute(db),
}

for (const [change, apply] of Object.entries(changes))
  test(`an app is not lent again after a test that ${change}`, async (t) => {
    const changed = await use(async (foyer) => apply(foyer))

    assert.notEqual((await createTestApp(t)).app, changed.app)
  })

test('an app that tests share does not listen, as it would remember its sockets', async (t) => {
  const { app } = await createTestApp(t)

  await assert.rejects(app.listen({ port: 0, host: '127.0.0.1' }), /buildTestApp/)
})
