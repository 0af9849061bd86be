import assert from 'node:assert/strict'
import { test } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { enterCode as enterDeviceCode, enterPassword, mailedCode } from '#testing/device-codes.ts'
import { addAddress } from '#testing/email-addresses.ts'
import { codeInMail, enterCode, requestSignInCode } from '#testing/mailed-codes.ts'
import {
  confirmByCreatingPasskey,
  firstPasskeyOptions,
  registerWithPasskey,
} from '#testing/passkey-sign-up.ts'
import { appWithProvider, bannerOn } from '#testing/provider-flows.ts'
import {
  adaFromBefore,
  assertRefused,
  domains,
  only,
  requireProvider,
  sessions,
} from '#testing/required-provider.ts'
import { ada, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada

/** Back on the sign-in page, with the sentence that names the provider. */
async function assertSentBack(browser: TestBrowser, location: string | null | undefined) {
  assert.equal(location, '/login')
  assert.match(await bannerOn(browser), only)
  assert.equal((await browser.visit('dashboard')).location, '/login')
}

const users = ({ db }: TestApp) => db.selectFrom('users').select('id').execute()

test('where a provider is required, no sign-in code is mailed, and one from before opens nothing (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  const phone = foyer.browser()
  const code = await requestSignInCode(foyer, phone)
  const mails = (await foyer.mails()).length
  requireProvider(foyer)
  const before = await sessions(foyer)

  await assertRefused(foyer.browser(), '/login/code', { email: 'ADA@example.com' })
  await assertRefused(foyer.browser(), '/login/code', { email: 'nobody@example.com' })
  await assertSentBack(phone, (await enterCode(phone, code)).location)

  assert.equal((await foyer.mails()).length, mails)
  assert.deepEqual(await sessions(foyer), before)
})

test('where a provider is required, a new-device code from before opens nothing, and is not counted as wrong (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t, ada, { NEW_DEVICE_CODE: '1' })
  const phone = await enterPassword(foyer)
  const code = await mailedCode(foyer)
  requireProvider(foyer)
  const before = await sessions(foyer)

  await assertSentBack(phone, (await enterDeviceCode(phone, code)).location)

  assert.deepEqual(await sessions(foyer), before)
  const { wrong_count } = await foyer.db
    .selectFrom('two_factor_challenges')
    .select('wrong_count')
    .executeTakeFirstOrThrow()
  assert.equal(wrong_count, 0)
})

test('where a provider is required, the second factor of a sign-in from before opens nothing, and is not counted as wrong (OID-27)', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(60_000)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  requireProvider(foyer)
  const before = await sessions(foyer)

  const code = authenticator.nextCode()
  await assertSentBack(phone, (await phone.visit('two-factor.login.store', { code })).location)

  assert.deepEqual(await sessions(foyer), before)
  const { two_factor_wrong_count } = await foyer.db
    .selectFrom('users')
    .select('two_factor_wrong_count')
    .executeTakeFirstOrThrow()
  assert.equal(two_factor_wrong_count, 0)
})

test('where a provider is required, a device trusted before does not stand in for it (OID-27)', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(60_000)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  const form = { code: authenticator.nextCode(), trust_device: true }
  assert.equal((await phone.visit('two-factor.login.store', form)).location, '/dashboard')
  await phone.visit('logout')
  requireProvider(foyer)

  await assertRefused(phone, '/login', { email, password })
})

/** Strangers guess until every further attempt must wait. */
async function guessUntilWait(foyer: TestApp) {
  const guess = async () => {
    const stranger = foyer.browser()
    await stranger.open('/login')
    const body = { email, password: 'wrong' }
    return stranger.json('/login', { method: 'POST', body })
  }
  const answers = await Promise.all(Array.from({ length: 84 }, guess))
  return answers.find(({ status }) => status === 429)
}

const unlockLink = /\/sign-in-unlock\/\S+/

test('where a provider is required, an unlock link from before makes no known device (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  await guessUntilWait(foyer)
  const link = await linkInMailTo(foyer, email, unlockLink)
  const phone = foyer.browser()
  requireProvider(foyer)

  await assertSentBack(phone, (await phone.visitPath(link)).location)
  await assertSentBack(phone, (await phone.visitPath(link, { method: 'POST', body: {} })).location)

  assert.deepEqual(await foyer.events('sign-in.unlocked'), [])
})

test('where a provider is required, no unlock link is mailed (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)

  await guessUntilWait(foyer)
  await assertRefused(foyer.browser(), '/login', { email, password })

  assert.ok((await foyer.mails()).every(({ text }) => !unlockLink.test(text)))
})

test('where a provider is required, nobody registers with a passkey (OID-27)', async (t) => {
  const { foyer } = await appWithProvider(t, domains)
  const laptop = foyer.browser()
  const link = await registerWithPasskey(foyer, laptop)
  await laptop.open(link)
  const credential = new VirtualAuthenticator().create(await firstPasskeyOptions(laptop, link))
  const mails = (await foyer.mails()).length
  requireProvider(foyer)

  const form = { name: 'Eve', email: 'eve@Example.com', terms: true }
  await assertRefused(foyer.browser(), '/register/passkey', form)
  await assertRefused(laptop, `${link}/passkey`, { credential })

  assert.equal((await foyer.mails()).length, mails)
  assert.deepEqual(await users(foyer), [])
  assert.deepEqual(await foyer.db.selectFrom('passkeys').select('id').execute(), [])
})

test('where a provider is required, a registration from before that is completed by its link leads to the provider (OID-27)', async (t) => {
  const { foyer } = await appWithProvider(t, domains)
  const laptop = foyer.browser()
  const link = await registerWithPasskey(foyer, laptop)
  requireProvider(foyer)

  const answer = await confirmByCreatingPasskey(laptop, link)

  await assertSentBack(laptop, answer.location)
  assert.deepEqual(await users(foyer), [])
})

test('where a provider is required, the code of a registration from before creates no account (OID-27)', async (t) => {
  const { foyer } = await appWithProvider(t, domains)
  const laptop = foyer.browser()
  await laptop.visit('register.store', { ...ada, terms: true })
  const code = await codeInMail(foyer)
  requireProvider(foyer)

  await assertSentBack(laptop, (await laptop.visit('verification.code', { code })).location)

  assert.deepEqual(await users(foyer), [])
})

test('where a provider is required, the code of a reset from before leads to the provider (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  const phone = foyer.browser()
  await phone.visit('password.email', { email })
  const code = await codeInMail(foyer)
  requireProvider(foyer)

  await assertSentBack(phone, (await phone.visit('password.code', { email, code })).location)
})

test('an additional address neither enters the domain nor opens another way into its accounts (OID-27, OID-28)', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  const elsewhere = 'ada@second.example'
  await addAddress(foyer, laptop, elsewhere)
  const phone = foyer.browser()
  await phone.visit('password.email', { email: elsewhere })
  const link = await linkInMailTo(foyer, elsewhere, /\/reset-password\/\S+/)
  requireProvider(foyer)
  const before = await sessions(foyer)

  const body = { email: 'support@Example.com' }
  await assertRefused(laptop, '/user/email-addresses', body)
  await assertRefused(phone, '/login', { email: elsewhere, password })
  const chosen = 'lanterns over the harbour'
  const form = { email: elsewhere, password: chosen, password_confirmation: chosen }
  await assertRefused(phone, '/reset-password', { ...form, token: link.split('/').at(-1) })

  assert.deepEqual(await sessions(foyer), before)
})
