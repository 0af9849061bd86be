import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  activeEmail,
  grace,
  otherAccounts,
  otherEmails,
  registerInOwnBrowser,
} from '#testing/accounts-in-one-browser.ts'
import { addPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import { adaThere, appWithProvider, signInByProvider } from '#testing/provider-flows.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

async function adaBesideGrace(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const desk = await registerInOwnBrowser(foyer, grace)
  return { foyer, laptop, desk }
}

/** Nobody's session ended, and the browser uses the added account. */
async function assertAdded(foyer: TestApp, browser: TestBrowser, email: string): Promise<void> {
  assert.equal(await activeEmail(browser), email)
  assert.deepEqual(await otherEmails(browser), [ada.email])
  assert.deepEqual(await foyer.events('session.ended'), [])
  assert.ok(!browser.cookies.has('foyer-adding'))
}

test('a password and a code add an account (SWI-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { email, password } = { ...grace, password: ada.password }
  const desk = await registerInOwnBrowser(foyer, { ...grace, password })
  const { authenticator } = await enableTwoFactor(desk)
  foyer.clock.advance(30_000)

  await laptop.visit('accounts.store')
  const first = await laptop.visit('login.store', { email, password })
  const between = await activeEmail(laptop)
  await laptop.visit('two-factor.login')
  await laptop.visit('two-factor.login.store', { code: authenticator.nextCode() })

  assert.equal(first.location, '/two-factor-challenge')
  assert.equal(between, ada.email)
  await assertAdded(foyer, laptop, email)
})

test('a passkey adds an account (SWI-06)', async (t) => {
  const { foyer, laptop, desk } = await adaBesideGrace(t)
  const authenticator = new VirtualAuthenticator()
  await confirmPassword(desk, grace.password)
  await addPasskey(desk, authenticator)

  await laptop.visit('accounts.store')
  const { status } = await signInWithPasskey(laptop, authenticator)

  assert.equal(status, 200)
  await assertAdded(foyer, laptop, grace.email)
})

test('a provider adds an account (SWI-06)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  provider.people = [{ ...adaThere, email: 'ada.elsewhere@example.com' }]

  await laptop.visit('accounts.store')
  await signInByProvider(laptop)

  await assertAdded(foyer, laptop, 'ada.elsewhere@example.com')
})

test('a registration adds an account (SWI-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await laptop.visit('accounts.store')
  await laptop.visit('register.store', { ...grace, terms: true })
  const waiting = await laptop.visit('verification.notice')
  const link = await foyer.linkInMail()
  const page = await laptop.visitPath(link)
  await laptop.visitPath(link, { method: 'POST', body: {} })

  assert.equal(waiting.page.props['email'], grace.email)
  assert.equal(page.page.props['needsPassword'], false)
  await assertAdded(foyer, laptop, grace.email)
})

test('resetting the password of a further account keeps the one in use (SWI-06)', async (t) => {
  const { foyer, laptop } = await adaBesideGrace(t)
  const { email } = grace
  const password = 'a bug taped into the logbook'

  await laptop.visit('accounts.store')
  await laptop.visit('password.email', { email })
  const [mail] = await foyer.mails()
  const token = /reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1]?.replace(/\?.*/, '')
  const form = { token, email, password, password_confirmation: password }
  const reset = await laptop.visit('password.update', form)
  const afterReset = await activeEmail(laptop)
  const added = await laptop.visit('login.store', { email, password })

  assert.deepEqual([reset.location, added.location], ['/login', '/dashboard'])
  assert.equal(afterReset, ada.email)
  assert.deepEqual(await otherEmails(laptop), [ada.email])
})

test('a wrong password adds nothing, and counts as a guest’s (SWI-06)', async (t) => {
  const { laptop } = await adaBesideGrace(t)

  await laptop.visit('accounts.store')
  const wrong = await laptop.visit('login.store', { email: grace.email, password: 'a guess' })
  const { page } = await laptop.visit('login')

  assert.equal(wrong.location, '/login?step=password')
  assert.ok(page.props.errors['email'])
  assert.equal(await activeEmail(laptop), ada.email)
  assert.deepEqual(await otherAccounts(laptop), [])
})

test('adding an account lifts no limit on the forms of guests (SWI-06)', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.visit('accounts.store')
  const statuses = new Set<number>()
  const form = { email: 'not an address', password: '' }

  for (let attempt = 0; attempt <= 300; attempt++)
    statuses.add((await laptop.json('/login', { method: 'POST', body: form })).status)

  assert.deepEqual([...statuses], [422, 429])
})

test('with SINGLE_SESSION an added account ends only its own other sessions (SWI-17)', async (t) => {
  const { foyer, provider: _ } = await appWithProvider(t, { SINGLE_SESSION: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const desk = await registerInOwnBrowser(foyer, grace)

  await laptop.visit('accounts.store')
  await laptop.visit('login.store', { email: grace.email, password: grace.password })

  assert.equal(await activeEmail(desk), null)
  assert.equal(await activeEmail(laptop), grace.email)
  assert.deepEqual(await otherEmails(laptop), [ada.email])
})
