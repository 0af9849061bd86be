import assert from 'node:assert/strict'
import { test } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  leaveForProvider,
  signInByProvider,
} from '#testing/provider-flows.ts'
import {
  adaFromBefore,
  assertRefused,
  domains,
  only,
  refusal,
  requireProvider,
  sessions,
} from '#testing/required-provider.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const elsewhere = { ...ada, email: 'ada@example.org' }

const spellings = [
  'ada@example.com',
  'ADA@EXAMPLE.COM',
  'ada@Example.Com.',
  'ada@ｅｘａｍｐｌｅ.com',
  ' ada@example.com ',
]

test('where a provider is required, no spelling of the address signs in with the right password (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)
  const browser = foyer.browser()
  await browser.open('/login')

  for (const email of spellings)
    await assertRefused(browser, '/login', { email, password: ada.password })

  assert.equal((await sessions(foyer)).length, 1)
})

test("the refusal of a required provider's domain is the same without an account and with a wrong password (OID-27)", async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)
  const browser = foyer.browser()
  await browser.open('/login')
  const right = await refusal(browser, '/login', { email: ada.email, password: ada.password })
  const wrong = await refusal(browser, '/login', { email: ada.email, password: 'wrong' })
  const unknown = await refusal(browser, '/login', { email: 'x@example.com', password: 'wrong' })

  assert.deepEqual(wrong, right)
  assert.deepEqual(unknown, right)
  const other = await refusal(browser, '/login', { email: 'x@sub.example.com', password: 'wrong' })
  assert.match(String(other[1]), /don't match/)
})

test('the domain of a required provider matches in any letter case (OID-27)', async (t) => {
  const person = { ...ada, email: 'ada@bücher.example' }
  const { foyer } = await adaFromBefore(t, person)
  requireProvider(foyer)
  const browser = foyer.browser()
  await browser.open('/login')

  for (const email of ['ada@bücher.example', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example'])
    await assertRefused(browser, '/login', { email, password: ada.password })
})

test('where a provider is required, a passkey does not open the account (OID-27)', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  const key = new VirtualAuthenticator()
  await addPasskey(laptop, key)
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
  requireProvider(foyer)
  const before = await sessions(foyer)

  const answer = await signInWithPasskey(foyer.browser(), key)

  assert.equal(answer.status, 422)
  assert.match(answer.text, only)
  assert.deepEqual(await sessions(foyer), before)
})

test('where a provider is required, no reset link is sent, and an earlier one sets no password (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  const browser = foyer.browser()
  await browser.visit('password.email', { email: ada.email })
  const link = await linkInMailTo(foyer, ada.email, /\/reset-password\/\S+/)
  const mails = (await foyer.mails()).length
  requireProvider(foyer)

  await assertRefused(browser, '/forgot-password', { email: ada.email })
  assert.equal((await browser.visitPath(link)).location, '/login')
  assert.match(await bannerOn(browser), only)
  const token = link.split('/').at(-1)
  const password = 'lanterns over the harbour'
  const form = { token, email: ada.email, password, password_confirmation: password }
  await assertRefused(browser, '/reset-password', form)

  assert.equal((await foyer.mails()).length, mails)
})

test('where a provider is required, nobody registers with a password, nor completes a registration from before (OID-27)', async (t) => {
  const { foyer } = await appWithProvider(t, domains)
  const browser = foyer.browser()
  await browser.visit('register.store', { ...ada, terms: true })
  const link = await foyer.linkInMail()
  requireProvider(foyer)

  await browser.visitPath(link, { method: 'POST', body: {} })
  await assertRefused(browser, '/register', {
    ...ada,
    email: 'Eve@EXAMPLE.com',
    password_confirmation: ada.password,
    terms: true,
  })

  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
  assert.deepEqual(await sessions(foyer), [])
})

test('an address neither leaves nor enters the domain of a required provider, not even by a link from before (OID-28)', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  await laptop.visit('email-change.store', { email: 'ada@example.net' })
  const link = await linkInMailTo(foyer, 'ada@example.net')
  const stranger = foyer.browser()
  await registerAccount(foyer, stranger, elsewhere)
  await confirmPassword(stranger)
  await stranger.visit('email-change.store', { email: 'support@example.com' })
  const linkInto = await linkInMailTo(foyer, 'support@example.com')
  requireProvider(foyer)

  const [status, message] = await refusal(laptop, '/user/email-change', { email: 'a@example.net' })
  assert.equal(status, 422)
  assert.match(String(message), /Example manages your address/)
  await assertRefused(stranger, '/user/email-change', { email: 'it@EXAMPLE.com' })
  await laptop.visitPath(link, { method: 'POST', body: {} })
  await stranger.visitPath(linkInto, { method: 'POST', body: {} })

  const users = await foyer.db.selectFrom('users').select('email').orderBy('email').execute()
  assert.deepEqual(
    users.map(({ email }) => email),
    [ada.email, elsewhere.email],
  )
})

test('where a provider is required, another one does not open the account, though it is linked (OID-27)', async (t) => {
  const other = {
    PROVIDERS: 'example,second',
    PROVIDER_SECOND_LABEL: 'Second',
    PROVIDER_SECOND_CLIENT_ID: 'x',
    PROVIDER_SECOND_CLIENT_SECRET: 'x',
    PROVIDER_SECOND_ISSUER: 'https://second.example',
    PROVIDER_SECOND_DOMAINS: 'example.com',
  }
  const { foyer } = await appWithProvider(t, other)
  const browser = foyer.browser()
  await signInByProvider(browser)
  foyer.config.requireProvider = ['example.com']
  const before = await sessions(foyer)
  const stranger = foyer.browser()

  assert.equal((await signInByProvider(stranger)).location, '/login')

  assert.match(await bannerOn(stranger), /sign in with Second only/)
  assert.deepEqual(await sessions(foyer), before)
})

test('a required provider cannot be unlinked, so its logout still ends the sessions (OID-27)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)
  const laptop = foyer.browser()
  await signInByProvider(laptop)
  const [linked] = await foyer.db.selectFrom('linked_accounts').select('id').execute()

  const path = `/user/linked-accounts/${linked?.id}`
  const answer = await laptop.json(path, { method: 'DELETE', body: {} })

  assert.equal(answer.status, 422, answer.text)
  assert.match(answer.text, /it stays linked/)
  assert.equal((await foyer.db.selectFrom('linked_accounts').select('id').execute()).length, 1)
})

test('where a provider is required, another one creates no account of the domain (OID-27)', async (t) => {
  const other = {
    PROVIDERS: 'example,second',
    PROVIDER_SECOND_CLIENT_ID: 'x',
    PROVIDER_SECOND_CLIENT_SECRET: 'x',
    PROVIDER_SECOND_ISSUER: 'https://second.example',
    PROVIDER_SECOND_DOMAINS: 'example.com',
    REQUIRE_PROVIDER: 'example.com',
  }
  const { foyer } = await appWithProvider(t, other)

  assert.equal((await signInByProvider(foyer.browser())).location, '/login')

  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
})

test('signing in with the required provider links it to an existing account and notifies the owner (OID-29)', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  requireProvider(foyer)

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')

  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
  const mails = await foyer.mails()
  assert.ok(mails.some(({ subject }) => subject === 'Example was linked to your account'))
  const [event] = await foyer.events('linked-account.added')
  assert.equal(event?.data['email'], adaThere.email)
  // Sessions from before stay.
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('where no provider is required, an address opens no account at the provider of its domain (OID-29)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  const stranger = foyer.browser()

  assert.equal((await signInByProvider(stranger)).location, '/login')

  assert.match(await bannerOn(stranger), /has an account here already/)
})

test('an address that is unverified at the required provider, or reassigned there, opens nothing (OID-29)', async (t) => {
  const { foyer, provider } = await adaFromBefore(t)
  requireProvider(foyer)
  provider.people = [{ ...adaThere, email_verified: false }]
  assert.equal((await signInByProvider(foyer.browser())).location, '/login')
  provider.people = [adaThere]
  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')

  provider.people = [{ ...adaThere, sub: 'the next Ada' }]
  const next = foyer.browser()
  assert.equal((await signInByProvider(next)).location, '/login')

  assert.match(await bannerOn(next), /Contact the operator/)
})

test('the required provider does not open an account with an unproved address while it has another way in (pre-hijacking) (OID-29)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const browser = foyer.browser()
  assert.equal((await signInByProvider(browser)).location, '/login')
  assert.match(await bannerOn(browser), /Contact the operator/)

  // An account that the operator created, and nobody has entered.
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  await foyer.db.deleteFrom('sessions').execute()
  assert.equal((await signInByProvider(browser)).location, '/dashboard')
  const { email_verified_at } = await foyer.db
    .selectFrom('users')
    .select('email_verified_at')
    .executeTakeFirstOrThrow()
  assert.notEqual(email_verified_at, null)
})

test("where a provider is required, the operator's command line still works (OID-27)", async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)
  const cli = createCli(foyer)

  await cli('user:create', 'grace@example.com', '--name', 'Grace Hopper')
  await cli('user:delete', ada.email, '--yes')

  const users = await foyer.db.selectFrom('users').select('email').execute()
  assert.deepEqual(users, [{ email: 'grace@example.com' }])
})

test('an address of the domain leads to its provider, with and without script, which then knows the address', async (t) => {
  const { foyer } = await appWithProvider(t, domains)
  const browser = foyer.browser()
  const first = await browser.visitPath('/login')
  assert.equal(first.page.props['step'], 'address')
  assert.doesNotMatch((await browser.open('/login')).text, /type="password"/)

  const found = await browser.submit('/login/find', { email: 'ADA@example.com' })
  assert.equal(found.location, '/login?with=example')
  const page = (await browser.open('/login?with=example')).text
  assert.match(page, /<a [^>]*href="\/sign-in\/example"/)
  const start = await leaveForProvider(browser)

  assert.equal(start.searchParams.get('login_hint'), 'ADA@example.com')
  const other = await browser.submit('/login/find', { email: 'x@sub.example.com' })
  assert.equal(other.location, '/login?step=password')
  assert.match((await browser.open('/login?step=password')).text, /type="password"/)
  assert.equal((await leaveForProvider(browser)).searchParams.has('login_hint'), false)
})
