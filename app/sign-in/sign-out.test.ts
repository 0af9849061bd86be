import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

test('signing out ends the session on the server and clears the cookie (OUT-04, SES-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const stolen = new Map(laptop.cookies)

  const answer = await laptop.visit('logout')
  const attacker = foyer.browser()
  for (const [name, value] of stolen) attacker.cookies.set(name, value)

  assert.equal(answer.location, '/')
  assert.ok(stolen.has('foyer') && !laptop.cookies.has('foyer'))
  assert.equal((await attacker.visit('dashboard')).location, '/login')
})

test('a JSON client that signs out gets 204 (OUT-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const answer = await laptop.json('/logout', { method: 'POST', body: {} })

  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})

test('a guest who signs out is redirected to sign in (OUT-03)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const visited = await browser.visit('logout')
  const called = await browser.json('/logout', { method: 'POST', body: {} })

  assert.equal(visited.location, '/login')
  assert.equal(called.status, 401)
})

test('signing out is recorded once (OUT-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const again = foyer.browser()
  for (const [name, value] of laptop.cookies) again.cookies.set(name, value)

  await Promise.all([laptop.visit('logout'), again.visit('logout')])

  const ended = await foyer.events('session.ended')
  assert.equal(ended.length, 1)
  assert.partialDeepStrictEqual(ended[0]?.data ?? {}, { by: 'person', why: 'logout' })
})

test("the page after signing out clears the browser's encrypted history", async (t) => {
  const { laptop } = await signedInAda(t)

  await laptop.visit('logout')
  const after = await laptop.visit('home')
  const later = await laptop.visit('home')

  assert.partialDeepStrictEqual(after.page, {
    clearHistory: true,
    flash: { banner: "You're signed out on this device.", status: 'signed-out' },
  })
  assert.ok(!('clearHistory' in later.page))
})

/** The documents that the routes for signed-in people return. */
async function signedInPages(browser: TestBrowser): Promise<string[]> {
  const table: Route[] = Object.values(routes)
  const candidates = table.filter(
    ({ method, path, access }) =>
      method === 'GET' && !path.includes('{') && ['signedIn', 'verified'].includes(access),
  )
  const pages = []
  for (const { path } of candidates) {
    const { status, raw } = await browser.open(path)
    if (status === 200 && String(raw.headers['content-type']).startsWith('text/html'))
      pages.push(path)
  }
  return pages
}

test('every signed-in page has a sign-out form that works without JavaScript (7.4.4)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const hasSignOutForm = async (path: string) => {
    const { status, text } = await laptop.open(path)
    return [path, status, /<form[^>]+action="\/logout\?[^"]*"[^>]*>\s*<button/.test(text)]
  }

  const pages = await signedInPages(laptop)
  assert.ok(pages.includes('/dashboard') && pages.length > 4)
  for (const path of pages) assert.deepEqual(await hasSignOutForm(path), [path, 200, true])
  await foyer.db.updateTable('users').set({ terms_version: 'an older one' }).execute()
  const accept = '/terms-of-service/accept'
  assert.deepEqual(await hasSignOutForm(accept), [accept, 200, true])
  await foyer.db
    .updateTable('users')
    .set({ leaves_at: foyer.clock.now() + days })
    .execute()
  const leaving = '/user/leaving'
  assert.deepEqual(await hasSignOutForm(leaving), [leaving, 200, true])
})

test('the sign-in page says when a session was ended elsewhere, but not after signing out', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(phone)

  await phone.visit('other-browser-sessions.destroy')
  const fromElsewhere = await laptop.visit('login')
  await phone.visit('logout')
  const here = await phone.visit('login')

  assert.equal(fromElsewhere.page.props['sessionEnded'], true)
  assert.equal(here.page.props['sessionEnded'], false)
})
