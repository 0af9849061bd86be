import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { addPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada

async function adaWithSingleSession(t: TestContext) {
  const foyer = await createTestApp(t, { SINGLE_SESSION: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  return { foyer, laptop }
}

test('with SINGLE_SESSION a sign-in ends every other session, and records why (SES-24)', async (t) => {
  const { foyer, laptop } = await adaWithSingleSession(t)
  const phone = foyer.browser()

  await phone.visit('login.store', { email, password })

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
  const [ended, ...others] = await foyer.events('session.ended')
  assert.partialDeepStrictEqual(ended?.data, { by: 'other-session', why: 'single-session' })
  assert.deepEqual(others, [])
})

test('with SINGLE_SESSION a passkey sign-in ends the other sessions too (SES-24)', async (t) => {
  const { foyer, laptop } = await adaWithSingleSession(t)
  const authenticator = new VirtualAuthenticator()
  await confirmPassword(laptop)
  await addPasskey(laptop, authenticator)
  const phone = foyer.browser()

  await signInWithPasskey(phone, authenticator)

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('with SINGLE_SESSION, of concurrent sign-ins exactly one session stays (SES-24)', async (t) => {
  const { foyer } = await adaWithSingleSession(t)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  await Promise.all(browsers.map((it) => it.visit('login.store', { email, password })))

  const open = await foyer.db.selectFrom('sessions').select('id').execute()
  assert.equal(open.length, 1)
  const answers = await Promise.all(browsers.map((it) => it.visit('dashboard')))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('with SINGLE_SESSION the page tells that other sign-ins sign this device out (SES-24)', async (t) => {
  const { laptop } = await adaWithSingleSession(t)

  assert.equal((await laptop.visit('profile.devices')).page.props['singleSession'], true)
  assert.match(
    (await laptop.open('/user/profile/devices')).text,
    /signed in on one device at a time/,
  )
})
