import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'

import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'

import { migrate, migrations } from '#app/platform/db/migrate.ts'
import { runCliCommand } from '#testing/cli.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { createEmptyDatabase, openConnection } from '#testing/test-database.ts'

/**
 * Rows, cookies, links and secrets that the code of 2026-11-22 (commit 9767a7e, migration 016) wrote, before the code was
 * renamed. Ada has two-factor, an API token, a pending address change and a reset link; a phone of hers is at the
 * two-factor challenge; Grace waits for her confirmation mail.
 */
const fixture = z
  .object({
    appKey: z.string(),
    now: z.number(),
    laptop: z.record(z.string(), z.string()),
    phone: z.record(z.string(), z.string()),
    waiting: z.record(z.string(), z.string()),
    twoFactorSecret: z.string(),
    recoveryCodes: z.array(z.string()),
    token: z.string(),
    emailChangeLink: z.string(),
    resetLink: z.string(),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .parse(
    JSON.parse(
      readFileSync(
        new URL('../../testing/fixtures/database-2026-11-22.json', import.meta.url),
        'utf8',
      ),
    ),
  )

const lastMigration = '016-sessions-by-use'

async function appOnStoredData(t: TestContext): Promise<TestApp> {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const known = Object.entries(migrations).filter(([name]) => name <= lastMigration)
  await migrate(database, Object.fromEntries(known))
  const db = database.db.withTables<Record<string, Record<string, unknown>>>()
  for (const [table, rows] of Object.entries(fixture.tables)) {
    for (const row of rows) await db.insertInto(table).values(row).execute()
  }
  await migrate(database)
  const foyer = await createTestApp(t, { APP_KEY: fixture.appKey }, {}, database)
  foyer.clock.advance(fixture.now - foyer.clock.now())
  return foyer
}

function browserWith(foyer: TestApp, cookies: Record<string, string>): TestBrowser {
  const browser = foyer.browser()
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
  return browser
}

function codeAt(timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(fixture.twoFactorSecret) }).generate({ timestamp })
}

test('a stored session cookie opens the dashboard, and the stored event log is intact', async (t) => {
  const foyer = await appOnStoredData(t)
  const laptop = browserWith(foyer, fixture.laptop)

  assert.equal((await laptop.visit('dashboard')).status, 200)
  const { page } = await laptop.visit('time-travel.index')
  assert.equal(page.component, 'TimeTravel/Index')
  const { status, out } = await runCliCommand(['history:verify'], {
    variables: { APP_KEY: fixture.appKey, DATABASE_URL: foyer.app.database.url },
    clock: foyer.clock,
  })
  assert.equal(status, 0, out)
})

test('a stored two-factor challenge is completed with a code of the stored secret', async (t) => {
  const foyer = await appOnStoredData(t)
  const phone = browserWith(foyer, fixture.phone)

  const answer = await phone.visit('two-factor.login.store', { code: codeAt(foyer.clock.now()) })

  assert.equal(answer.location, '/dashboard')
})

test('a stored recovery code completes the challenge', async (t) => {
  const foyer = await appOnStoredData(t)
  const phone = browserWith(foyer, fixture.phone)

  const answer = await phone.visit('two-factor.login.store', {
    recovery_code: fixture.recoveryCodes[0],
  })

  assert.equal(answer.location, '/dashboard')
})

test('a stored API token authenticates', async (t) => {
  const foyer = await appOnStoredData(t)
  const headers = { authorization: `Bearer ${fixture.token}` }

  const answer = await foyer.browser().request('/api/user', { headers })

  assert.equal(answer.raw.json().name, 'Ada King')
})

test('a stored password hash and a stored reset link still work', async (t) => {
  const foyer = await appOnStoredData(t)
  const { pathname } = new URL(fixture.resetLink)
  const [, , token] = pathname.split('/')
  const browser = foyer.browser()

  const signIn = await browser.visit('login.store', {
    email: 'ada@example.com',
    password: 'a row of quiet engines',
  })
  assert.equal(signIn.location, '/two-factor-challenge')
  const reset = await browser.visit('password.update', {
    token,
    email: 'ada@example.com',
    password: 'another row of engines',
  })
  assert.equal(reset.location, '/login')
})

test('a stored link of an address change, and a stored registration, are confirmed', async (t) => {
  const foyer = await appOnStoredData(t)
  const { pathname } = new URL(fixture.emailChangeLink)
  const confirmed = await foyer.browser().visitPath(pathname, { method: 'POST', body: {} })
  assert.equal(confirmed.status, 303)
  const { email } = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(email, 'ada.king@example.com')

  const waiting = browserWith(foyer, fixture.waiting)
  const notice = await waiting.visit('verification.notice')
  assert.equal(notice.status, 200)
  assert.match(JSON.stringify(notice.page.props), /grace@example\.com/)
})

test('mails that were stored but not sent are sent', async (t) => {
  const foyer = await appOnStoredData(t)

  const mails = await foyer.mails()

  assert.equal(mails.length, 1)
})
