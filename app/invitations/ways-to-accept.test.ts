import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { countHashes } from '#testing/count-hashes.ts'
import { signInWithPasskey } from '#testing/passkey-flows.ts'
import { confirmByCreatingPasskey } from '#testing/passkey-sign-up.ts'
import {
  appWithProvider,
  bannerOn,
  leaveForProvider,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { assertRefused, domains, requireProvider } from '#testing/required-provider.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const closed = { REGISTRATION: 'closed' }
const { email, name, ...passwords } = ada
const acceptance = { name, terms: true }

test('an invitation is accepted with a passkey only, while registration is closed (INV-15)', async (t) => {
  const foyer = await createTestApp(t, closed)
  const link = await invite(foyer)
  const browser = foyer.browser()
  const key = new VirtualAuthenticator()

  const { page } = await browser.visitPath(`${link}/passkey`)
  const next = await acceptWithPasskey(browser, link)
  const done = await confirmByCreatingPasskey(browser, next.location ?? '', key)

  assert.partialDeepStrictEqual(page.props, {
    withPasskey: true,
    invitation: { email, otherMethodUrl: link },
  })
  assert.equal(done.location, '/dashboard')
  const [account] = await foyer.db.selectFrom('users').selectAll().execute()
  assert.deepEqual([account?.email, account?.password_hash], [email, null])
  assert.notEqual(account?.terms_version, null)
  assert.equal((await foyer.events('account.created'))[0]?.data['isInvited'], true)
  assert.deepEqual(await openTokens(foyer), [])
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('an invitation stays open until its passkey is created, and is then used up for every way (INV-15)', async (t) => {
  const foyer = await createTestApp(t, closed)
  const link = await invite(foyer)
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  const first = (await acceptWithPasskey(laptop, link)).location ?? ''
  const second = (await acceptWithPasskey(phone, link)).location ?? ''

  const done = await confirmByCreatingPasskey(phone, second)

  assert.equal(done.location, '/dashboard')
  assert.equal((await laptop.visitPath(first)).status, 410)
  assert.equal((await laptop.visitPath(link)).status, 410)
  assert.equal((await acceptWithPasskey(laptop, link)).status, 410)
})

test('a revoked invitation creates no account, also where its passkey was about to be created (INV-15)', async (t) => {
  const foyer = await createTestApp(t, closed)
  const link = await invite(foyer)
  const browser = foyer.browser()
  const next = (await acceptWithPasskey(browser, link)).location ?? ''
  const options = await browser.json(`${next}/passkey`)
  const credential = new VirtualAuthenticator().create(options.raw.json().options)

  await createCli(foyer)('invite:revoke', email)
  const late = await browser.visitPath(`${next}/passkey`, { method: 'POST', body: { credential } })

  assert.deepEqual([options.status, late.status], [200, 410])
  assert.equal((await browser.visitPath(next)).status, 410)
  assert.deepEqual(await addresses(foyer), [])
})

test('an invitation is accepted by a provider that vouches for its address, while registration is closed (INV-16)', async (t) => {
  const { foyer } = await appWithProvider(t, closed)
  const link = await invite(foyer, 'Ada@Example.com')
  const browser = foyer.browser()

  const { page } = await browser.visitPath(link)
  const done = await signInByProvider(browser)

  assert.partialDeepStrictEqual(page.props, { providers: [{ label: 'Example' }] })
  assert.equal(done.location, '/dashboard')
  assert.equal((await foyer.events('account.created'))[0]?.data['isInvited'], true)
  assert.deepEqual(await openTokens(foyer), [])
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
})

test('a provider opens no invitation of another address, of an unverified one, or one that has ended (INV-16)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, closed)
  const cli = createCli(foyer)
  const banner = async () => {
    const browser = foyer.browser()
    await signInByProvider(browser)
    return bannerOn(browser)
  }

  await invite(foyer, 'grace@example.com')
  const ofAnother = await banner()
  await invite(foyer)
  provider.people = provider.people.map((person) => ({ ...person, email_verified: false }))
  const unverified = await banner()
  provider.people = provider.people.map((person) => ({ ...person, email_verified: true }))
  await cli('invite:revoke', email)
  const revoked = await banner()

  const none = /No account here is linked to that Example account/
  assert.match(ofAnother, none)
  assert.match(unverified, /Example hasn't confirmed your email address/)
  assert.match(revoked, none)
  assert.deepEqual(await addresses(foyer), [])
})

test('of an invitation that is accepted by its link and by a provider at once, one way creates the account (INV-16)', async (t) => {
  const { foyer, provider } = await appWithProvider(t, closed)
  for (let round = 1; round <= 8; round++) {
    const address = `ada${round}@example.com`
    provider.people = [{ sub: address, email: address, email_verified: true }]
    const link = await invite(foyer, address)
    const [laptop, phone] = [foyer.browser(), foyer.browser()]
    await laptop.open('/login')
    const answer = await signInThere(await leaveForProvider(phone))
    const body = { ...acceptance, ...passwords }

    const [byLink, byProvider] = await Promise.all([
      laptop.visitPath(link, { method: 'POST', body }),
      phone.open(answer),
    ])

    const winners = [byLink, byProvider].filter(({ location }) => location === '/dashboard')
    assert.equal(winners.length, 1, `${byLink.status} ${byProvider.location}`)
    assert.equal((await addresses(foyer)).length, round)
    assert.deepEqual(await openTokens(foyer), [])
  }
})

test('an invited address of a required domain is sent to its provider, and no password is hashed (INV-17)', async (t) => {
  const { foyer } = await appWithProvider(t, { ...domains, ...closed })
  requireProvider(foyer)
  const link = await invite(foyer)
  const browser = foyer.browser()

  const { page } = await browser.visitPath(link)
  const hashes = await countHashes(async () => {
    await assertRefused(browser, link, { ...acceptance, ...passwords })
    await assertRefused(browser, `${link}/passkey`, acceptance)
  })
  const start = await leaveForProvider(browser)
  const done = await browser.open(await signInThere(start))

  assert.partialDeepStrictEqual(page.props, {
    invitation: { email, requiredProvider: { label: 'Example', href: '/sign-in/example' } },
    providers: [],
  })
  assert.equal(hashes, 0)
  assert.equal(start.searchParams.get('login_hint'), email)
  assert.equal(done.location, '/dashboard')
  assert.deepEqual(await addresses(foyer), [email])
})

test('an address from the waitlist comes in by its provider too (INV-17)', async (t) => {
  const { foyer } = await appWithProvider(t, { ...domains, REGISTRATION: 'waitlist' })
  requireProvider(foyer)
  await foyer.db
    .insertInto('waitlist')
    .values({ id: '1', email, email_key: email, locale: null, created_at: foyer.clock.now() })
    .execute()
  const early = foyer.browser()
  await signInByProvider(early)

  await createCli(foyer)('waitlist:invite', email)
  const done = await signInByProvider(foyer.browser())

  assert.match(await bannerOn(early), /No account here is linked/)
  assert.equal(done.location, '/dashboard')
})

async function invite(foyer: TestApp, address = email): Promise<string> {
  await createCli(foyer)('invite', address)
  const [mail] = await foyer.mails()
  const [link] = /\/invitation\/\S+/.exec(mail?.text ?? '') ?? []
  assert.ok(link)
  return link
}

function acceptWithPasskey(browser: TestBrowser, link: string) {
  return browser.visitPath(`${link}/passkey`, { method: 'POST', body: acceptance })
}

async function addresses({ db }: TestApp): Promise<string[]> {
  return (await db.selectFrom('users').select('email').execute()).map((user) => user.email)
}

function openTokens({ db }: TestApp) {
  const tokens = db.selectFrom('one_time_tokens').select('purpose')
  return tokens.where('purpose', 'in', ['invitation', 'registration']).execute()
}
