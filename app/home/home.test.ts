import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { SessionRow } from '#app/browser-sessions/pages.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { findSession } from '#app/platform/sessions/sessions.ts'
import type { EventRow } from '#app/time-travel/pages.ts'
import { ada, signedInAda, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

import { dashboard } from './dashboard.ts'

test('the dashboard redirects guests to sign in (DSH-01)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  assert.equal((await browser.visit('dashboard')).location, '/login')
  assert.equal((await browser.open('/dashboard')).location, '/login')
})

test('the dashboard opens for a verified account (DSH-02)', async (t) => {
  const { laptop } = await signedInAda(t)

  const { status, page } = await laptop.visit('dashboard')

  assert.deepEqual([status, page.component], [200, 'Dashboard'])
  assert.equal((await laptop.open('/dashboard')).status, 200)
})

test('the dashboard lists this device first, then the four used last, and counts all (DSH-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const one = await foyer.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const many = Array.from({ length: 150 }, (_, index) => {
    const id = newId()
    return { ...one, id, token_hash: id, last_active_at: one.last_active_at + 1 + index }
  })
  await foyer.db.insertInto('sessions').values(many).execute()

  const { page } = await laptop.visit('dashboard')
  const sessions: SessionRow[] = JSON.parse(JSON.stringify(page.props['sessions']))

  const newest = many.slice(-4).map(({ id }) => id)
  assert.deepEqual(
    sessions.map(({ id }) => id),
    [one.id, ...newest.toReversed()],
  )
  assert.deepEqual(
    sessions.findIndex(({ isThisDevice }) => isThisDevice),
    0,
  )
  assert.equal(page.props['sessionCount'], 151)
})

test("the dashboard shows the owner's name of a device, and the device too (DSH-02)", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await foyer.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  await foyer.browser().visit('login.store', ada)
  await foyer.db.updateTable('sessions').set({ name: 'Red' }).where('id', '!=', id).execute()

  const { text } = await laptop.open('/dashboard')
  const [table = ''] = /<table.+?<\/table>/s.exec(text) ?? []

  const shown = table.replace(/<!--.*?-->/g, '').replace(/<[^>]+>/g, '|')
  assert.match(shown, /Red[ |]+Chrome on macOS/)
  assert.match(table, /aria-label="Sign out &quot;Red&quot;"/)
})

test('the dashboard rejects a session that ends while it loads (DSH-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const now = foyer.clock.now()
  const session = await findSession(foyer.db, laptop.cookies.get('foyer') ?? '', now)
  assert.ok(session)
  await foyer.db.deleteFrom('sessions').execute()

  await assert.rejects(async () => dashboard(foyer.db, session, now), NotSignedIn)
})

test('the dashboard sends the recent events on request, the newest of this account only (DSH-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerAccount(foyer, foyer.browser(), {
    ...ada,
    name: 'Grace',
    email: 'grace@example.com',
  })
  for (const name of ['Ada 1', 'Ada 2', 'Ada 3'])
    await laptop.visit('user-profile-information.update', { name })

  const { page: first } = await laptop.visit('dashboard')
  const recent = await recentEventsOf(laptop)

  assert.equal('recentEvents' in first.props, false)
  assert.equal(recent.length, 5)
  assert.partialDeepStrictEqual(recent[0], {
    type: 'profile.updated',
    data: { after: { name: 'Ada 3' } },
    isThisSession: true,
  })
  assert.ok(!JSON.stringify(recent).includes('race'))
  const opened = await laptop.visitPath(`/time-travel?event=${recent[0]?.seq}`)
  assert.equal(Object(opened.page.props['past']).name, 'Ada 3')
})

async function recentEventsOf(browser: TestBrowser): Promise<EventRow[]> {
  const { page } = await browser.visitPath('/dashboard', {
    headers: {
      'x-inertia-partial-component': 'Dashboard',
      'x-inertia-partial-data': 'recentEvents',
    },
  })
  assert.deepEqual(Object.keys(page.props).includes('sessions'), false)
  return JSON.parse(JSON.stringify(page.props['recentEvents']))
}

test('the front page opens for guests and signed-in people (DSH-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  for (const browser of [foyer.browser(), laptop]) {
    const { status, page } = await browser.visit('home')
    assert.deepEqual([status, page.component], [200, 'Welcome'])
    assert.match((await browser.open('/')).text, /<h1/)
  }
})
