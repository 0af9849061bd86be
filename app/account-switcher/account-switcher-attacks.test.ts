import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

import {
  accountOf,
  activeEmail,
  adaAndGrace,
  addAccount,
  copyOfBrowser,
  grace,
  otherAccounts,
  otherEmails,
  registerInOwnBrowser,
  switchTo,
} from '#testing/accounts-in-one-browser.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

test('a forged list of secrets opens nothing and shows nothing (SWI-12)', async (t) => {
  const { foyer, laptop, desk } = await adaAndGrace(t)
  const { token_hash } = await foyer.db
    .selectFrom('sessions')
    .select('token_hash')
    .limit(1)
    .executeTakeFirstOrThrow()
  const guesses = ['A'.repeat(43), token_hash.slice(0, 43), '', '..', "' or 1=1 --", '%00']

  laptop.cookies.set('foyer-accounts', guesses.join('.'))
  const shown = await otherAccounts(laptop)
  laptop.cookies.set('foyer-accounts', 'x'.repeat(4000))
  const overlong = await otherAccounts(laptop)

  assert.ok(shown.every(({ user }) => user === null))
  assert.deepEqual(overlong, [])
  assert.equal(await activeEmail(laptop), grace.email)
  assert.equal((await desk.visit('dashboard')).status, 200)
})

test('after a switch both old cookies are worthless (SWI-12)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const thief = copyOfBrowser(foyer, laptop)

  await switchTo(laptop, ada.email)
  const stolen = await otherAccounts(thief)
  const swapped = copyOfBrowser(foyer, laptop)
  swapped.cookies.set('foyer', thief.cookies.get('foyer-accounts') ?? '')

  assert.equal(await activeEmail(thief), null)
  assert.deepEqual(
    stolen.map(({ user }) => user),
    [null],
  )
  assert.equal(await activeEmail(swapped), null)
  assert.deepEqual(await otherEmails(laptop), [grace.email])
})

test('another site can neither switch, nor add, nor sign out (SWI-13)', async (t) => {
  const { laptop } = await adaAndGrace(t)
  const [other] = await otherAccounts(laptop)
  const changes = [
    ['POST', `/accounts/${other?.id}/switch`],
    ['DELETE', `/accounts/${other?.id}`],
    ['DELETE', '/accounts'],
    ['POST', '/accounts'],
  ] as const
  const statuses = []
  for (const [method, path] of changes) {
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    statuses.push((await laptop.json(path, { method, body: {}, headers: crossSite })).status)
    statuses.push((await laptop.request(path, { method, headers: asJson, body: {} })).status)
  }

  assert.deepEqual(statuses, [403, 419, 403, 419, 403, 419, 403, 419])
  assert.equal(await activeEmail(laptop), grace.email)
  assert.deepEqual(await otherEmails(laptop), [ada.email])
})

const asJson = { accept: 'application/json' }

test("another site cannot add its own account to a victim's browser (SWI-13)", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerInOwnBrowser(foyer, grace)
  const { email, password } = grace

  const crossSite = { accept: 'text/html', 'sec-fetch-site': 'cross-site' }
  const asked = await laptop.submit('/accounts', {}, crossSite)
  const forged = await laptop.submit('/login', { email, password }, crossSite)
  laptop.cookies.set('foyer-adding', 'planted')
  const planted = await laptop.visit('login.store', { email, password })

  assert.deepEqual([asked.status, planted.location], [403, '/dashboard'])
  assert.notEqual(forged.status, 200)
  assert.equal(await activeEmail(laptop), ada.email)
  assert.deepEqual(await otherAccounts(laptop), [])
})

test('the permission to add an account is worthless in another session (SWI-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const desk = await registerInOwnBrowser(foyer, grace)
  await laptop.visit('accounts.store')

  desk.cookies.set('foyer-adding', laptop.cookies.get('foyer-adding') ?? '')

  assert.equal((await desk.visit('login')).location, '/dashboard')
})

test("someone else's account cannot be chosen by its public id (SWI-12)", async (t) => {
  const { foyer, laptop, desk } = await adaAndGrace(t)
  const [adasId] = (await otherAccounts(laptop)).map(({ id }) => id)

  const switched = await desk.visitPath(`/accounts/${adasId}/switch`, { method: 'POST', body: {} })
  const removed = await desk.json(`/accounts/${adasId}`, { method: 'DELETE', body: {} })

  assert.deepEqual([switched.location, removed.status], ['/accounts', 404])
  assert.equal(await activeEmail(desk), grace.email)
  assert.deepEqual(await foyer.events('session.ended'), [])
})

async function browserWithFiveAccounts(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const people = ['Bea', 'Cleo', 'Dora', 'Edith', 'Flora'].map((name) => ({
    ...ada,
    name,
    email: `${name.toLowerCase()}@example.com`,
  }))
  for (const person of people) await registerInOwnBrowser(foyer, person)
  const [sixth] = people.splice(-1)
  for (const person of people) await addAccount(laptop, person)
  return { foyer, laptop, sixth }
}

test('a sixth account is refused, and the cookie stays small (SWI-14)', async (t) => {
  const { laptop, sixth } = await browserWithFiveAccounts(t)

  const asked = await laptop.visit('accounts.store')
  const { page } = await laptop.visit('accounts.index')
  const forced = await laptop.visit('login.store', { ...sixth })

  assert.equal(asked.location, '/accounts')
  assert.equal(
    page.flash?.['banner'],
    'You can be signed in to 5 accounts at once. Sign out of one first.',
  )
  assert.equal(forced.location, '/dashboard')
  assert.equal((await otherEmails(laptop)).length, 4)
  assert.ok((laptop.cookies.get('foyer-accounts') ?? '').length < 200)
})

test('of concurrent switches one succeeds, and every account stays open once (SWI-15)', async (t) => {
  const { foyer, laptop } = await browserWithFiveAccounts(t)
  const ids = (await otherAccounts(laptop)).map(({ id }) => id)
  const tabs = ids.map(() => copyOfBrowser(foyer, laptop))

  const answers = await Promise.all(
    tabs.map((tab, index) =>
      tab.visitPath(`/accounts/${ids[index]}/switch`, { method: 'POST', body: {} }),
    ),
  )
  const winners = tabs.filter((_, index) => answers[index]?.location === '/dashboard')
  const [winner] = winners

  assert.equal(winners.length, 1)
  assert.ok(winner)
  const open = [await activeEmail(winner), ...(await otherEmails(winner))]
  assert.equal(new Set(open).size, 5)
  assert.ok(!open.includes(null))
})

test('of concurrent switches by a guest one succeeds too (SWI-15)', async (t) => {
  const { foyer, laptop } = await browserWithFiveAccounts(t)
  laptop.cookies.delete('foyer')
  await laptop.visit('login')
  const ids = (await otherAccounts(laptop)).map(({ id }) => id)
  const tabs = ids.map(() => copyOfBrowser(foyer, laptop))

  const answers = await Promise.all(
    tabs.map((tab, index) =>
      tab.visitPath(`/accounts/${ids[index]}/switch`, { method: 'POST', body: {} }),
    ),
  )

  assert.equal(answers.filter(({ location }) => location === '/dashboard').length, 1)
})

test('no secret and no other data of an account is in the page (SWI-16)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const secrets = [laptop.cookies.get('foyer'), laptop.cookies.get('foyer-accounts')]

  const { text } = await laptop.open('/dashboard')
  const { session_id } = await foyer.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id as session_id')
    .where('users.email', '=', ada.email)
    .executeTakeFirstOrThrow()

  assert.ok(text.includes(ada.email))
  for (const secret of secrets) assert.ok(secret && !text.includes(secret))
  const { id } = await accountOf(foyer, ada.email)
  assert.ok(!text.includes(session_id) && !text.includes(id))
})

test('terms, deletion and a required second factor hold the account they belong to, also after a switch (SWI-17)', async (t) => {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop: TestBrowser = await registerInOwnBrowser(foyer, ada)
  await registerInOwnBrowser(foyer, grace)
  await addAccount(laptop, grace)
  const leaveAs = async (change: { leaves_at?: number | null; terms_version?: string }) => {
    const changed = foyer.db.updateTable('users').set(change).where('email', '=', ada.email)
    await changed.execute()
    return (await laptop.visit('dashboard')).location
  }

  const withoutFactor = (await laptop.visit('dashboard')).location
  await switchTo(laptop, ada.email)
  const oldTerms = await leaveAs({ terms_version: 'an older one' })
  const leaving = await leaveAs({ leaves_at: foyer.clock.now() + 1e9 })
  await switchTo(laptop, grace.email)

  assert.deepEqual(
    [withoutFactor, oldTerms, leaving],
    ['/user/second-factor', '/terms-of-service/accept', '/user/leaving'],
  )
  assert.equal((await laptop.visit('dashboard')).location, '/user/second-factor')
})

test('an account confirmed in its session is not confirmed in another (SWI-17)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  foyer.clock.advance(20 * 60_000)
  await confirmPassword(laptop, grace.password)

  await switchTo(laptop, ada.email)

  assert.equal((await laptop.visit('two-factor.enable')).location, '/user/confirm-password')
})
