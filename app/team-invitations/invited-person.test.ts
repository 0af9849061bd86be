import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { countHashes } from '#testing/count-hashes.ts'
import { signInWithPasskey } from '#testing/passkey-flows.ts'
import { confirmByCreatingPasskey } from '#testing/passkey-sign-up.ts'
import {
  appWithProvider,
  leaveForProvider,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { assertRefused, requireProvider } from '#testing/required-provider.ts'
import { createEngines, enginesPath, invite, person, registered, roles } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = person('Grace')
const acceptance = { name: 'Grace', terms: true }

/** Ada owns the team Engines, and has invited Grace, who has an account at the provider only. */
async function graceInvited(t: TestContext, settings: Record<string, string> = {}) {
  const { foyer, provider } = await appWithProvider(t, settings)
  provider.people = [{ sub: 'grace', name: 'Grace', email, email_verified: true }]
  const ada = await registered(foyer, 'Ada')
  await createEngines(ada)
  const link = await invite(foyer, ada, { email })
  return { foyer, ada, link, browser: foyer.browser() }
}

/** The account that was led there accepts in the list of teams. */
async function joinFromList(browser: TestBrowser) {
  const { page } = await browser.visit('teams.index')
  const [invitation, ...others] = Object(page.props['invitations'])
  assert.partialDeepStrictEqual([invitation.team, others], ['Analytical Engines', []])
  return browser.visitPath(`/teams/invitations/${invitation.id}`, { method: 'POST', body: {} })
}

const startWithPasskey = (browser: TestBrowser, link: string) =>
  browser.visitPath(`${link}/register/passkey`, { method: 'POST', body: acceptance })

const mailsTo = async (foyer: TestApp) => (await foyer.mails()).filter(({ to }) => to === email)

test('a team that allows passkeys only is open right after a registration with one (TEA-37, TEA-56)', async (t) => {
  const { foyer, link, browser } = await graceInvited(t)
  const only = { sign_in_ways: JSON.stringify(['passkey']) }
  await foyer.db.updateTable('teams').set(only).execute()

  const next = await startWithPasskey(browser, link)
  await confirmByCreatingPasskey(browser, next.location ?? '', new VirtualAuthenticator())
  await joinFromList(browser)

  assert.equal((await browser.visitPath(enginesPath)).status, 200)
})

test('an invited person creates an account with a passkey only, and joins (TEA-56)', async (t) => {
  const { foyer, link, browser } = await graceInvited(t)
  const key = new VirtualAuthenticator()

  const { page } = await browser.visitPath(`${link}/register/passkey`)
  const next = await startWithPasskey(browser, link)
  const mailed = (await mailsTo(foyer)).length
  const done = await confirmByCreatingPasskey(browser, next.location ?? '', key)
  const joined = await joinFromList(browser)

  assert.partialDeepStrictEqual(page.props, {
    withPasskey: true,
    invitation: { email, otherMethodUrl: `${link}/register` },
  })
  assert.equal(mailed, 1)
  assert.deepEqual([done.location, joined.location], ['/teams', enginesPath])
  assert.deepEqual(await roles(foyer), { Ada: 'owner', Grace: 'member' })
  const account = foyer.db.selectFrom('users').select(['password_hash', 'email_verified_at'])
  const { password_hash, email_verified_at } = await account
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  assert.equal(password_hash, null)
  assert.notEqual(email_verified_at, null)
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('an invited person creates an account by a provider, and joins (TEA-56)', async (t) => {
  const { foyer, link, browser } = await graceInvited(t)

  const { page } = await browser.visitPath(`${link}/register`)
  const back = await signInByProvider(browser)
  await agreeToTerms(browser)
  const joined = await joinFromList(browser)

  assert.partialDeepStrictEqual(page.props, { providers: [{ label: 'Example' }] })
  assert.equal(back.location, '/teams')
  assert.equal(joined.location, enginesPath)
  assert.deepEqual(await roles(foyer), { Ada: 'owner', Grace: 'member' })
})

test('a revoked invitation lets nobody in, also where its passkey was about to be created (TEA-57)', async (t) => {
  const { foyer, ada, link, browser } = await graceInvited(t)
  const next = await startWithPasskey(browser, link)

  const [row] = await foyer.db.selectFrom('team_invitations').select('id').execute()
  await ada.json(`${enginesPath}/invitations/${row?.id}`, { method: 'DELETE' })
  await confirmByCreatingPasskey(browser, next.location ?? '')

  assert.equal((await browser.visitPath(link)).status, 410)
  assert.deepEqual((await browser.visit('teams.index')).page.props['invitations'], [])
  assert.equal((await browser.visitPath(enginesPath)).status, 404)
  assert.equal((await startWithPasskey(foyer.browser(), link)).status, 410)
  assert.deepEqual(await roles(foyer), { Ada: 'owner' })
})

test('with registration closed, a link to a team starts no passkey either (TEA-57)', async (t) => {
  const { foyer, link, browser } = await graceInvited(t)
  foyer.config.registration = 'closed'

  assert.equal((await browser.visitPath(`${link}/register/passkey`)).status, 410)
  assert.equal((await startWithPasskey(browser, link)).status, 410)
})

test('an invited address of a required domain is sent to its provider, and no password is hashed (TEA-58)', async (t) => {
  const settings = { PROVIDER_EXAMPLE_DOMAINS: 'example.com' }
  const { foyer, link, browser } = await graceInvited(t, settings)
  requireProvider(foyer)

  const { page } = await browser.visitPath(`${link}/register`)
  const hashes = await countHashes(async () => {
    await assertRefused(browser, `${link}/register`, { ...acceptance, password })
    await assertRefused(browser, `${link}/register/passkey`, acceptance)
  })
  const start = await leaveForProvider(browser)
  await browser.open(await signInThere(start))
  await agreeToTerms(browser)
  const joined = await joinFromList(browser)

  assert.partialDeepStrictEqual(page.props, {
    invitation: { email, requiredProvider: { label: 'Example', href: '/sign-in/example' } },
    providers: [],
  })
  assert.equal(hashes, 0)
  assert.equal(start.searchParams.get('login_hint'), email)
  assert.equal(joined.location, enginesPath)
})

async function agreeToTerms(browser: TestBrowser): Promise<void> {
  const { page } = await browser.visit('terms.accept')
  const form = { terms: true, terms_version: page.props['termsVersion'] }
  await browser.visit('terms.accept.store', form)
}
