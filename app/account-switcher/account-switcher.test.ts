import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  activeEmail,
  adaAndGrace,
  addAccount,
  grace,
  otherAccounts,
  otherEmails,
  registerInOwnBrowser,
  switchTo,
} from '#testing/accounts-in-one-browser.ts'
import { ada, adaOnTwoDevices, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'

test('a further account is added beside the first, and both sessions live (SWI-01)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)

  assert.equal(await activeEmail(laptop), grace.email)
  assert.deepEqual(await otherEmails(laptop), [ada.email])
  assert.deepEqual(await foyer.events('session.ended'), [])
})

test('switching opens the other account with its own session, and back (SWI-01)', async (t) => {
  const { laptop } = await adaAndGrace(t)

  const switched = await switchTo(laptop, ada.email)
  const asAda = await laptop.visit('dashboard')
  await switchTo(laptop, grace.email)

  assert.equal(switched.location, '/dashboard')
  assert.partialDeepStrictEqual(asAda.page.props, { auth: { user: { email: ada.email } } })
  assert.partialDeepStrictEqual(asAda.page, {
    clearHistory: true,
    flash: { banner: "You're now signed in as Ada Lovelace (ada@example.com)." },
  })
  assert.equal(await activeEmail(laptop), grace.email)
})

test('without asking for a further account, the sign-in pages stay closed (SWI-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerInOwnBrowser(foyer, grace)

  const page = await laptop.visit('login')
  const { email, password } = grace
  const form = await laptop.visit('login.store', { email, password })

  assert.deepEqual([page.location, form.location], ['/dashboard', '/dashboard'])
  assert.equal(await activeEmail(laptop), ada.email)
})

test('the sign-in page says which account stays, and closes after half an hour', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await laptop.visit('accounts.store')
  const { page } = await laptop.visit('login')
  foyer.clock.advance(30 * 60_000)

  assert.partialDeepStrictEqual(page.props, { addedTo: ada.email, sessionEnded: false })
  assert.equal((await laptop.visit('login')).location, '/dashboard')
})

test('signing out ends the session in use and continues with the next account, until none is left (SWI-02)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)

  const first = await laptop.visit('logout')
  const next = await activeEmail(laptop)
  const second = await laptop.visit('logout')

  assert.equal(first.location, '/dashboard')
  assert.equal(first.header('clear-site-data'), '"cache", "storage"')
  assert.equal(next, ada.email)
  assert.equal(second.location, '/')
  assert.equal(await activeEmail(laptop), null)
  assert.deepEqual(
    (await foyer.events('session.ended')).map(({ data }) => data['why']),
    ['logout', 'logout'],
  )
})

test('signing out of all accounts ends those of this browser, each in its own log (SWI-02)', async (t) => {
  const { foyer, laptop, desk } = await adaAndGrace(t)

  const answer = await laptop.visit('all-accounts.destroy')

  assert.equal(answer.location, '/')
  assert.ok(!laptop.cookies.has('foyer') && !laptop.cookies.has('foyer-accounts'))
  assert.equal((await desk.visit('dashboard')).status, 200)
  const ends = await foyer.db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .select(['users.email', 'events.data'])
    .where('type', '=', 'session.ended')
    .orderBy('users.email')
    .execute()
  assert.deepEqual(
    ends.map(({ email, data }) => [email, JSON.parse(data).why]),
    [
      [ada.email, 'logout'],
      [grace.email, 'logout'],
    ],
  )
})

test('a session ended elsewhere is shown without name or address, and can be removed (SWI-03)', async (t) => {
  const { laptop, desk } = await adaAndGrace(t)
  await switchTo(laptop, ada.email)

  await confirmPassword(desk, grace.password)
  await desk.visit('other-browser-sessions.destroy')
  const [ended] = await otherAccounts(laptop)
  const switched = await switchTo(laptop, null)
  await laptop.visitPath(`/accounts/${ended?.id}`, { method: 'DELETE' })

  assert.equal(ended?.user, null)
  assert.equal(switched.location, '/accounts')
  assert.equal(await activeEmail(laptop), ada.email)
  assert.deepEqual(await otherAccounts(laptop), [])
  assert.ok(!laptop.cookies.has('foyer-accounts'))
})

test('"Sign in again" brings an ended account back beside the one in use (SWI-03)', async (t) => {
  const { laptop, desk } = await adaAndGrace(t)
  await switchTo(laptop, ada.email)
  await confirmPassword(desk, grace.password)
  await desk.visit('other-browser-sessions.destroy')
  assert.deepEqual(await otherEmails(laptop), [null])

  await addAccount(laptop, grace)

  assert.equal(await activeEmail(laptop), grace.email)
  assert.ok((await otherEmails(laptop)).includes(ada.email))
  await switchTo(laptop, ada.email)
  assert.equal(await activeEmail(laptop), ada.email)
})

test('an account that the operator locks leaves the menu with its name (SWI-03)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)

  await foyer.db
    .updateTable('users')
    .set({ locked_at: foyer.clock.now() })
    .where('email', '=', ada.email)
    .execute()

  assert.deepEqual(await otherEmails(laptop), [null])
  assert.equal((await switchTo(laptop, null)).location, '/accounts')
})

test('removing another account ends its session and leaves the one in use (SWI-03)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const [other] = await otherAccounts(laptop)

  await laptop.visitPath(`/accounts/${other?.id}`, { method: 'DELETE' })

  assert.deepEqual(await otherAccounts(laptop), [])
  assert.equal(await activeEmail(laptop), grace.email)
  const [ended, ...more] = await foyer.events('session.ended')
  assert.partialDeepStrictEqual(ended?.data, { by: 'person', why: 'logout' })
  assert.deepEqual(more, [])
})

test("each account's list of sessions has only its own, and ending one there removes it here (SWI-03)", async (t) => {
  const { laptop, phone, foyer } = await adaOnTwoDevices(t)
  await registerInOwnBrowser(foyer, grace)
  await addAccount(laptop, grace)

  const { rows } = (await phone.visit('profile.devices')).page.props['sessions'] as {
    rows: { id: string; isThisDevice: boolean }[]
  }
  const onLaptop = rows.find(({ isThisDevice }) => !isThisDevice)
  await confirmPassword(phone)
  await phone.visitPath(`/user/other-browser-sessions/${onLaptop?.id}`, { method: 'DELETE' })

  assert.equal(rows.length, 2)
  assert.deepEqual(await otherEmails(laptop), [null])
  assert.equal(await activeEmail(laptop), grace.email)
})

test('when the session in use ends, the sign-in page offers the other accounts (SWI-03)', async (t) => {
  const { laptop, desk } = await adaAndGrace(t)
  await confirmPassword(desk, grace.password)
  await desk.visit('other-browser-sessions.destroy')

  const refused = await laptop.visit('dashboard')
  const { page } = await laptop.visit('login')
  await switchTo(laptop, ada.email)

  assert.equal(refused.location, '/login')
  assert.partialDeepStrictEqual(page.props, {
    sessionEnded: true,
    accounts: [{ user: { email: ada.email } }],
  })
  assert.equal(await activeEmail(laptop), ada.email)
  assert.deepEqual(await otherAccounts(laptop), [])
})

test('signing in to the same account again replaces its older session (SWI-04)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)

  await addAccount(laptop, ada)
  const others = await otherEmails(laptop)
  await addAccount(laptop, ada)

  assert.deepEqual(others, [grace.email])
  assert.deepEqual(await otherEmails(laptop), [grace.email])
  assert.equal(await activeEmail(laptop), ada.email)
  const ends = await foyer.events('session.ended')
  assert.deepEqual(
    ends.map(({ data }) => data['why']),
    ['replaced', 'replaced'],
  )
})

test('the cookie of other accounts is persistent only if every session is remembered (SWI-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerInOwnBrowser(foyer, grace)
  const { email, password } = ada
  await laptop.visit('logout')
  await laptop.visit('login.store', { email, password, remember: true })
  await laptop.visit('accounts.store')
  const added = await laptop.visit('login.store', { ...grace, remember: false })
  const switched = await switchTo(laptop, ada.email)

  const maxAge = (response: typeof added, name: string) =>
    response.raw.cookies.find((cookie) => cookie.name === name)?.maxAge
  assert.deepEqual([maxAge(added, 'foyer'), maxAge(added, 'foyer-accounts')], [undefined, 7776000])
  assert.deepEqual(
    [maxAge(switched, 'foyer'), maxAge(switched, 'foyer-accounts')],
    [7776000, undefined],
  )
})
