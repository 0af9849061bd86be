import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { linkInMailTo, postTakeoverReport } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  leaveForProvider,
  linkPath,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const securityPage = '/user/profile/security'
const submit = { method: 'POST', body: {} } as const

/** Ada with a password and a linked account. */
async function adaLinked(t: TestContext) {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)
  return { foyer, provider, laptop, account: await linkedId(foyer) }
}

async function linkedId({ db }: TestApp): Promise<string> {
  const { id } = await db.selectFrom('linked_accounts').select('id').executeTakeFirstOrThrow()
  return id
}

const linkedRows = ({ db }: TestApp) => db.selectFrom('linked_accounts').selectAll().execute()

const unlink = (browser: TestBrowser, account: string) =>
  browser.json(`/user/linked-accounts/${account}`, { method: 'DELETE', body: {} })

test('linking an account is recorded and mailed, and opens the account from then on', async (t) => {
  const { foyer, laptop, account } = await adaLinked(t)

  const [event] = await foyer.events('linked-account')
  const { email } = adaThere
  assert.deepEqual(event?.data, { account, provider: 'example', name: 'Example', email })
  assert.equal((await foyer.mails())[0]?.subject, 'Example was linked to your account')
  const { linkedAccounts } = (await laptop.visitPath(securityPage)).page.props
  const addedAt = new Date(foyer.clock.now()).toISOString()
  assert.deepEqual(linkedAccounts, [
    { label: 'Example', href: linkPath, linked: { id: account, email, addedAt, lastUsedAt: null } },
  ])
  foyer.clock.advance(minutes)
  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
  assert.equal((await linkedRows(foyer))[0]?.last_used_at, foyer.clock.now())
})

test('linking needs a recent confirmation', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }
  foyer.clock.advance(hours)

  const response = await laptop.request(linkPath, { headers })

  assert.equal(response.location, '/user/confirm-password')
  assert.equal(laptop.cookies.has('foyer-provider'), false)
})

test('an account of a provider opens one account here only (OID-09)', async (t) => {
  const { foyer, laptop } = await adaLinked(t)
  await laptop.visit('logout')
  const grace = { ...ada, name: 'Grace', email: 'grace@example.com' }
  await registerAccount(foyer, laptop, grace)
  await confirmPassword(laptop)

  await signInByProvider(laptop, linkPath)

  assert.match(await bannerOn(laptop, securityPage), /linked to another account here/)
  assert.equal((await linkedRows(foyer)).length, 1)
})

test('of two accounts that link the same account at once, one succeeds (OID-09)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const browsers = [foyer.browser(), foyer.browser()]
  const answers: string[] = []
  for (const [index, browser] of browsers.entries()) {
    await registerAccount(foyer, browser, { ...ada, email: `person${index}@example.com` })
    await confirmPassword(browser)
    answers.push(await signInThere(await leaveForProvider(browser, linkPath)))
  }

  await Promise.all(browsers.map((browser, index) => browser.open(answers[index] ?? '')))

  assert.equal((await linkedRows(foyer)).length, 1)
  assert.equal((await foyer.events('linked-account.added')).length, 1)
})

test('another account of the same provider has to wait until the first is unlinked', async (t) => {
  const { foyer, provider, laptop } = await adaLinked(t)
  provider.people = [{ ...adaThere, sub: 'second' }]

  await signInByProvider(laptop, linkPath)

  assert.match(await bannerOn(laptop, securityPage), /Unlink it first/)
  assert.deepEqual(
    (await linkedRows(foyer)).map(({ subject }) => subject),
    [adaThere.sub],
  )
})

test("nobody links an attacker's account to a victim's: linking CSRF (OID-11)", async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const [victim, thief] = [foyer.browser(), foyer.browser()]
  await registerAccount(foyer, victim)
  await confirmPassword(victim)
  provider.people = [{ ...adaThere, sub: 'thief', email: 'thief@example.com' }]
  const started = await leaveForProvider(thief)
  const cookieOfThief = thief.cookies.get('foyer-provider') ?? ''
  const answer = await signInThere(started)

  await victim.open(answer)
  // Even with the cookie of the attacker, planted from a sibling domain.
  victim.cookies.set('foyer-provider', cookieOfThief)
  await victim.open(answer)
  for (const site of ['cross-site', 'same-site'])
    await victim.request(linkPath, { headers: { 'sec-fetch-site': site, accept: 'text/html' } })

  assert.deepEqual(await linkedRows(foyer), [])
})

test('a link on another site is not followed after signing in or confirming either (OID-11)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const victim = foyer.browser()
  await registerAccount(foyer, victim)
  const crossSite = { 'sec-fetch-site': 'cross-site', accept: 'text/html' }
  foyer.clock.advance(hours)

  await victim.request(linkPath, { headers: crossSite })
  const confirmed = await victim.visit('password.confirm.store', { password: ada.password })
  await victim.visit('logout')
  await victim.request(linkPath, { headers: crossSite })
  const signedIn = await victim.visit('login.store', ada)

  assert.deepEqual([confirmed.location, signedIn.location], ['/dashboard', '/dashboard'])
})

test('an answer links nothing in another session than the one that asked (OID-11)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  const answer = await signInThere(await leaveForProvider(laptop, linkPath))
  await laptop.visit('logout')
  await laptop.visit('login.store', { email: ada.email, password: ada.password })

  await laptop.open(answer)

  assert.deepEqual(await linkedRows(foyer), [])
})

test('a takeover reported while the provider answers the thief leaves no linked account (OID-13)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const [laptop, thief] = [foyer.browser(), foyer.browser()]
  await registerAccount(foyer, laptop)
  foyer.clock.advance(minutes)
  await thief.visit('login.store', { email: ada.email, password: ada.password })
  await confirmPassword(thief)
  await confirmPassword(laptop)
  const signIns = await foyer.events('session.started')
  const answer = await signInThere(await leaveForProvider(thief, linkPath))
  const reported: number[] = []
  provider.tamper = async () => {
    reported.push((await postTakeoverReport(laptop, signIns.at(-1)?.seq ?? 0)).status)
    return {}
  }

  const answers = await Promise.all([thief.open(answer), thief.open(answer)])

  assert.deepEqual(reported, [200])
  assert.deepEqual(await linkedRows(foyer), [])
  assert.ok(answers.every(({ status }) => status < 500))
})

test('unlinking is recorded and mailed, and closes that way in', async (t) => {
  const { foyer, laptop, account } = await adaLinked(t)

  await unlink(laptop, account)

  const events = await foyer.events('linked-account')
  assert.deepEqual(events.at(-1)?.data, { account, provider: 'example', name: 'Example' })
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'Example was unlinked from your account')
  const phone = foyer.browser()
  assert.equal((await signInByProvider(phone)).location, '/login')
  assert.match(await bannerOn(phone), /Sign in to it first, then link Example/)
})

test('the last way in is never unlinked; beside a passkey it is (OID-12)', async (t) => {
  const { foyer, laptop, account } = await adaLinked(t)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  const refused = await unlink(laptop, account)
  assert.deepEqual([refused.status, (await linkedRows(foyer)).length], [422, 1])

  await addPasskey(laptop, new VirtualAuthenticator())
  await unlink(laptop, account)
  assert.deepEqual(await linkedRows(foyer), [])
})

test('of the last passkey and the last linked account, removed at once, one stays (OID-12)', async (t) => {
  const { foyer, laptop, account } = await adaLinked(t)
  await addPasskey(laptop, new VirtualAuthenticator())
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  const passkey = await foyer.db.selectFrom('passkeys').select('id').executeTakeFirstOrThrow()

  const answers = await Promise.all([
    unlink(laptop, account),
    laptop.json(`/user/passkeys/${passkey.id}`, { method: 'DELETE', body: {} }),
  ])

  assert.equal(answers.filter(({ status }) => status === 422).length, 1)
  const passkeys = await foyer.db.selectFrom('passkeys').select('id').execute()
  assert.equal(passkeys.length + (await linkedRows(foyer)).length, 1)
})

test("nobody unlinks another account's way in (OID-12)", async (t) => {
  const { foyer, account } = await adaLinked(t)
  const stranger = foyer.browser()
  await registerAccount(foyer, stranger, { ...ada, email: 'stranger@example.com' })
  await confirmPassword(stranger)

  assert.equal((await unlink(stranger, account)).status, 404)
  assert.equal((await linkedRows(foyer)).length, 1)
})

test('"this wasn\'t me" in the mail about a linked account unlinks it (OID-13)', async (t) => {
  const { foyer } = await adaLinked(t)
  const link = await linkInMailTo(foyer, ada.email, /\/not-me\/\S+/)

  await foyer.browser().visitPath(link, submit)

  assert.deepEqual(await linkedRows(foyer), [])
  assert.equal((await signInByProvider(foyer.browser())).location, '/login')
})

/** Ada's address has moved to a thief, and belongs to another account by now. @returns "this wasn't me" in a mail before that */
async function lostAddress(foyer: TestApp, thief: TestBrowser) {
  await thief.visit('login.store', { email: ada.email, password: ada.password })
  const notMe = await linkInMailTo(foyer, ada.email, /\/not-me\/\S+/)
  await thief.visit('email-change.store', { email: 'thief@example.com' })
  await thief.visitPath(await linkInMailTo(foyer, 'thief@example.com'), submit)
  await createCli(foyer)('user:create', ada.email, '--name', 'Another')
  return notMe
}

test('reported from an address that is lost, the linked account of the owner stays, because no recovery link comes (OID-13)', async (t) => {
  const { foyer } = await adaLinked(t)
  foyer.clock.advance(8 * days)
  const notMe = await lostAddress(foyer, foyer.browser())

  await foyer.browser().visitPath(notMe, submit)

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
})

test('reported from an address that is lost, the linked account of the thief goes (OID-13)', async (t) => {
  const { foyer, provider, account } = await adaLinked(t)
  foyer.clock.advance(8 * days)
  const thief = foyer.browser()
  const notMe = await lostAddress(foyer, thief)
  await unlink(thief, account)
  provider.people = [{ ...adaThere, sub: 'thief' }]
  await signInByProvider(thief, linkPath)
  assert.equal((await linkedRows(foyer)).length, 1)

  await foyer.browser().visitPath(notMe, submit)

  assert.deepEqual(await linkedRows(foyer), [])
})

test('reporting the sign-in of an attacker in Time Travel unlinks what they linked (OID-13)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  foyer.clock.advance(minutes)
  const attacker = foyer.browser()
  attacker.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await attacker.visit('login.store', ada)
  const [came] = (await foyer.events('session.started')).slice(-1)
  provider.people = [{ ...adaThere, sub: 'attacker' }]
  await signInByProvider(attacker, linkPath)
  await confirmPassword(laptop)

  await postTakeoverReport(laptop, came?.seq ?? 0)

  assert.deepEqual(await linkedRows(foyer), [])
  const [disowned] = await foyer.events('event.disowned')
  assert.equal(disowned?.data['linkedAccounts'], 1)
})

test('removing every other way in, while confirming an address, unlinks accounts (OID-13)', async (t) => {
  const { foyer, laptop } = await adaLinked(t)
  await laptop.visit('email-change.store', { email: 'victim@example.com' })
  const link = await linkInMailTo(foyer, 'victim@example.com')
  const reader = foyer.browser()
  const { account } = (await reader.visitPath(link)).page.props
  assert.deepEqual(Object(account).access, ['password', 'linked-accounts', 'sessions'])

  await reader.visitPath(link, { method: 'POST', body: { remove_access: '1' } })

  assert.deepEqual(await linkedRows(foyer), [])
})

test('Time Travel shows linked accounts as they were, and the account erases them', async (t) => {
  const { foyer, laptop, account } = await adaLinked(t)
  const linkedAt = new Date(foyer.clock.now()).toISOString()
  foyer.clock.advance(minutes)
  await unlink(laptop, account)
  foyer.clock.advance(minutes)

  const { past, present } = (await laptop.visitPath(`/time-travel?at=${linkedAt}`)).page.props

  const row = { name: 'Example', email: adaThere.email, addedAt: linkedAt }
  assert.deepEqual(Object(past).linkedAccounts, { [account]: row })
  assert.deepEqual(Object(present).linkedAccounts, {})
  await signInByProvider(laptop, linkPath)
  assert.equal((await linkedRows(foyer)).length, 1)
  await createCli(foyer)('user:delete', ada.email, '--yes')
  assert.deepEqual(await linkedRows(foyer), [])
})

test('the mail about a password reset names the linked accounts that still sign in', async (t) => {
  const { foyer } = await adaLinked(t)
  const browser = foyer.browser()
  await browser.visit('password.email', { email: ada.email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  const form = { token, email: ada.email, password: 'lanterns over the harbour' }

  assert.equal((await browser.visit('password.update', form)).location, '/login')

  assert.match((await foyer.mails())[0]?.text ?? '', /still sign in: Example\./)
})

test('a used answer is forgotten once it would be too late anyway', async (t) => {
  const { foyer } = await adaLinked(t)
  const states = () => foyer.db.selectFrom('provider_states').select('state_hash').execute()
  assert.equal((await states()).length, 1)

  foyer.clock.advance(10 * minutes)
  await pruneExpired(foyer.app.database, foyer.clock.now(), features)

  assert.deepEqual(await states(), [])
})
