import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join as path } from 'node:path'
import { test, type TestContext } from 'node:test'

import { CompiledQuery, sql } from 'kysely'

import { features } from '#app/features.ts'
import type { Database } from '#app/platform/db/connect.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import {
  ensureSignedIn,
  majorActions,
  minorActions,
  type TestWorld,
} from '#testing/random-actions.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createEngines } from '#testing/teams.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'
import {
  openConnection,
  createTestDatabase,
  type Owner,
  testDialect,
} from '#testing/test-database.ts'

import { enqueueDailyLogMaintenance } from './log-integrity.ts'

const skip = testDialect === 'postgres' ? false : 'only with TEST_DATABASE=postgres'

const forbiddenStatements = [
  'alter table events disable trigger user',
  'alter table events disable trigger events_never_change',
  'drop trigger events_never_change on events',
  'drop table events cascade',
  'alter table events drop constraint events_are_chained',
  'truncate events',
  'delete from events',
  `update events set data = '{}'`,
  `update events set signature = null`,
  `update events set ip = '203.0.113.1'`,
  'create or replace function refuse_event_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'alter function refuse_event_change() rename to another',
  `create rule none as on insert to events do instead nothing`,
  'truncate team_events',
  'delete from team_events',
  `update team_events set data = '{}'`,
  'alter table team_events disable trigger user',
  'set session_replication_role = replica',
  'delete from migrations',
]

test(
  'the server’s database role can change neither events nor their triggers (LGX-11)',
  { skip },
  async (t) => {
    const { foyer, server } = await withServerRole(t)
    const browser = foyer.browser()
    await registerAccount(foyer, browser)
    await createEngines(browser)
    const before = await foyer.events()
    const teamEvents = () => foyer.db.selectFrom('team_events').selectAll().execute()
    const ofTeam = await teamEvents()

    for (const attempt of forbiddenStatements)
      await assert.rejects(
        runStatement(server, attempt),
        /permission denied|must be owner|never changes/,
        attempt,
      )

    assert.ok(before.length > 0)
    assert.deepEqual(await foyer.events(), before)
    assert.equal(ofTeam.length, 1)
    assert.deepEqual(await teamEvents(), ofTeam)
  },
)

test('the server works with only the grants of docs/event-log.md', { skip }, async (t) => {
  const { foyer, server } = await withServerRole(t)
  const deleted = withoutServerErrors(foyer.browser())
  await registerAccount(foyer, deleted)
  const deletionForm = { password: ada.password, confirmation: ada.email }
  await deleted.visit('current-user.destroy', deletionForm)
  foyer.clock.advance(20 * days)
  await foyer.jobs.runDue()
  assert.deepEqual(await foyer.events(), [], 'erasing an account deletes its events')

  const browser = withoutServerErrors(foyer.browser())
  await registerAccount(foyer, browser)
  const world: TestWorld = {
    foyer,
    browsers: [browser],
    ...ada,
    authenticatorApp: null,
    recoveryCodes: [],
  }
  for (const act of Object.values({ ...minorActions, ...majorActions })) {
    await ensureSignedIn(world, browser)
    await act(world, browser, 1)
  }
  foyer.clock.advance(200 * days)
  await enqueueDailyLogMaintenance(foyer.app, foyer.clock.now())
  await foyer.jobs.runDue()
  await pruneExpired(server, foyer.clock.now(), features)

  const jobs = await foyer.db.selectFrom('jobs').select(['kind', 'last_error']).execute()
  assert.deepEqual(
    jobs.filter(({ last_error }) => last_error !== null),
    [],
  )
  const events = await foyer.events()
  assert.ok(events.length > 30)
  assert.ok(
    events.every(({ ip }) => ip === null),
    'client data is erased after the retention period',
  )
})

/** The app, connected as a role that has only the documented grants and owns nothing. */
async function withServerRole(t: TestContext) {
  const ends: (() => void | Promise<void>)[] = []
  // In reverse: the app stops writing before its role is dropped, and the role is gone before another test gets the schema.
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return createServerRole({ after: (end) => void ends.push(end) })
}

async function createServerRole(t: Owner) {
  const owner = await createTestDatabase(t)
  const admin = await openConnection(t, owner.url, { poolSize: 1 })
  const role = `foyer_server_${randomBytes(6).toString('hex')}`
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(
    owner.db,
  )
  const schema = rows[0]?.schema ?? ''
  const grants = documentedGrants()
    .replaceAll('schema public', `schema ${schema}`)
    .replaceAll('foyer_server', role)
  await runStatement(admin, `create role ${role} login password '${role}'`)
  t.after(async () => {
    await runStatement(admin, `drop owned by ${role}`)
    await runStatement(admin, `drop role ${role}`)
  })
  // On the schema "public" every role has it.
  await runStatement(admin, `grant usage on schema ${schema} to ${role}`)
  for (const grant of grants.split(';').filter((each) => each.trim() !== ''))
    await runStatement(admin, grant)

  const url = Object.assign(new URL(owner.url), { username: role, password: role })
  const server = await openConnection(t, url.href)
  return { foyer: await createTestApp(t, {}, {}, server), server }
}

function runStatement({ db }: Database, statement: string) {
  return db.executeQuery(CompiledQuery.raw(statement))
}

function withoutServerErrors(browser: TestBrowser): TestBrowser {
  const send = browser.request.bind(browser)
  browser.request = async (...args) => {
    const answer = await send(...args)
    assert.ok(answer.status < 500, `${args[0]} returned ${answer.status}`)
    return answer
  }
  return browser
}

function documentedGrants(): string {
  const text = readFileSync(path(import.meta.dirname, '../../docs/event-log.md'), 'utf8')
  const [, section = ''] = text.split('## Two roles on PostgreSQL')
  return /```sql\n(.+?)```/s.exec(section)?.[1] ?? ''
}
