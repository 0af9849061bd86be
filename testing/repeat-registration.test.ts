import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import { registerAccount, signedInAda } from './signed-in-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'
import { listTables } from './test-database.ts'

/** The effects of a registration, without values that differ each time. */
async function traces(foyer: TestApp, browser: TestBrowser) {
  const counts: Record<string, number> = {}
  for (const { name } of await listTables(foyer.db)) {
    // They vanish as they are sent.
    if (name === 'broadcasts') continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(foyer.db)
    counts[name] = rows.length
  }
  const dashboard = await browser.visit('dashboard')
  return {
    counts,
    eventTypes: (await foyer.events()).map(({ type }) => type),
    ageOfSession: foyer.clock.now() - Number((await sessionOf(foyer)).created_at),
    subjects: (await foyer.mails()).map(({ subject }) => subject),
    cookieNames: [...browser.cookies.keys()].toSorted(),
    component: dashboard.page.component,
  }
}

function sessionOf({ db }: TestApp) {
  return db.selectFrom('sessions').select('created_at').executeTakeFirstOrThrow()
}

test('a test that starts with a registered Ada finds what registering leaves', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await registerAccount(foyer, browser)
  const registered = await traces(foyer, browser)

  for (const _ of ['recorded', 'repeated']) {
    const ada = await signedInAda(t)
    assert.deepEqual(await traces(ada.foyer, ada.laptop), registered)
  }
})
