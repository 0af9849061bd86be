import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { ApiClient } from '#testing/api-clients.ts'
import { confirmWithPasskey, fieldError, signInWithPasskey } from '#testing/passkey-flows.ts'
import { registerAdaWithPasskey } from '#testing/passkey-sign-up.ts'
import { appWithProvider, signInByProvider } from '#testing/provider-flows.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const { email } = ada
const password = 'lanterns over the harbour'

async function adaWithoutPassword(t: TestContext) {
  const foyer = await createTestApp(t)
  return { foyer, ...(await registerAdaWithPasskey(foyer)) }
}

/** The path of the reset link in the newest mail to Ada. */
async function requestResetLink(foyer: TestApp) {
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  return { mail, link: mail?.text.match(/\/reset-password\/\S+/)?.[0] ?? '' }
}

const issues = async (browser: TestBrowser) =>
  (await browser.visit('dashboard')).page.props['securityIssues']

test('a passkey confirms whatever a password would: tokens, export, devices, deletion (NPW-24)', async (t) => {
  const { laptop, key } = await adaWithoutPassword(t)
  await laptop.open('/dashboard')
  const token = { name: 'Backup script', permissions: ['read', 'update', 'delete'] }
  const sensitive = [
    ['POST', '/user/api-tokens', token],
    ['POST', '/user/data-export', {}],
    ['DELETE', '/user/other-browser-sessions', {}],
    ['POST', '/user/email-change', { email: 'ada@example.org' }],
    ['POST', '/user/two-factor-authentication', {}],
    ['PUT', '/user/password', { password }],
    ['DELETE', '/user', { confirmation: email }],
  ] as const
  const sendAll = async () => {
    const statuses = []
    for (const [method, path, body] of sensitive)
      statuses.push((await laptop.json(path, { method, body })).status)
    return statuses
  }

  const unconfirmed = await sendAll()
  const { page } = await laptop.visit('password.confirm')
  await confirmWithPasskey(laptop, key)
  const confirmed = await sendAll()

  assert.deepEqual(
    unconfirmed,
    sensitive.map(() => 423),
  )
  assert.deepEqual(page.props['methods'], ['passkey'])
  assert.deepEqual(
    confirmed.map((status) => Math.floor(status / 100)),
    sensitive.map(() => 2),
  )
})

test('the API and its tokens need no password (NPW-24)', async (t) => {
  const { foyer, laptop, key } = await adaWithoutPassword(t)
  await confirmWithPasskey(laptop, key)
  const body = { name: 'Backup script', permissions: ['read', 'update'] }
  const created = await laptop.json('/user/api-tokens', { method: 'POST', body })
  const client = new ApiClient(foyer, created.raw.json())

  assert.equal(await client.status('/api/user'), 200)
  assert.equal(await client.status('/api/user', { method: 'PATCH', body: { name: 'Ada' } }), 200)
})

test('a guessed password confirms nothing, and counts like any other (NPW-24)', async (t) => {
  const { laptop } = await adaWithoutPassword(t)
  await laptop.open('/dashboard')
  const guess = () =>
    laptop.json('/user/confirm-password', { method: 'POST', body: { password: 'a guess' } })

  const answers = []
  for (let count = 0; count < 6; count++) answers.push(await guess())

  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422, 422, 422, 422, 429],
  )
  assert.equal(
    fieldError(answers[0] ?? (await guess()), 'password'),
    "That password isn't right. Try again.",
  )
})

test('the only passkey stays, also when a takeover is reported in Time Travel (NPW-25)', async (t) => {
  const { foyer, laptop, key } = await adaWithoutPassword(t)
  await confirmWithPasskey(laptop, key)
  const [passkey] = await foyer.db.selectFrom('passkeys').select('id').execute()
  const phone = foyer.browser()
  await signInWithPasskey(phone, key)
  const [added] = await foyer.events('passkey.added')

  const removed = await laptop.json(`/user/passkeys/${passkey?.id}`, { method: 'DELETE' })
  const reported = await phone.json(`/time-travel/${added?.seq}/not-me`, {
    method: 'POST',
    body: {},
  })

  assert.deepEqual([removed.status, Math.floor(reported.status / 100)], [422, 2])
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('a second passkey is suggested, and a password is not (NPW-25)', async (t) => {
  const { laptop } = await adaWithoutPassword(t)

  assert.deepEqual(await issues(laptop), ['only-passkey'])
})

test('the account of a provider has no password, and every page says so (NPW-25)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  const { termsVersion } = (await laptop.visit('terms.accept')).page.props
  await laptop.visit('terms.accept.store', { terms: true, terms_version: termsVersion })

  const security = await laptop.open('/user/profile/security')

  assert.match(security.text, /You have no password\. You sign in with: Example\./)
  assert.match(security.text, /Off\. Signing in needs no code\./)
  assert.deepEqual(await issues(laptop), ['second-factor'])
})

test('the reset mail to an account without a password says that it adds one (NPW-09)', async (t) => {
  const { foyer } = await adaWithoutPassword(t)

  const { mail, link } = await requestResetLink(foyer)
  const { page } = await foyer.browser().visitPath(link)

  assert.equal(mail?.subject, 'Choose a password for Foyer')
  assert.match(mail?.text ?? '', /your account has none: you sign in with a passkey/)
  assert.doesNotMatch(mail?.text ?? '', /current password/)
  assert.equal(page.props['hasPassword'], false)
})

test('a reset gives the account a password, says so, and keeps its passkeys (NPW-09)', async (t) => {
  const { foyer, laptop, key } = await adaWithoutPassword(t)
  const { link } = await requestResetLink(foyer)
  const phone = foyer.browser()
  const token = link.slice('/reset-password/'.length)

  await phone.visit('password.update', { token, email, password })

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'Your account has a password now')
  assert.match(mail?.text ?? '', /Your account had no password\. Someone opened the link/)
  assert.partialDeepStrictEqual((await foyer.events('password.reset'))[1]?.data, { had: false })
  const signedIn = await foyer.browser().visit('login.store', { email, password })
  assert.equal(signedIn.location, '/dashboard')
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('the response to a forgotten password shows nobody that the account has none (NPW-09)', async (t) => {
  const { foyer } = await adaWithoutPassword(t)
  await registerAccount(foyer, foyer.browser(), { ...ada, email: 'grace@example.com' })
  const answers = await Promise.all(
    [email, 'grace@example.com', 'nobody@example.com'].map(async (address) => {
      const stranger = foyer.browser()
      await stranger.open('/login')
      const body = { email: address }
      const { status, text } = await stranger.json('/forgot-password', { method: 'POST', body })
      return [status, text]
    }),
  )

  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
})
