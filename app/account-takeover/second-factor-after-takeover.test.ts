import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fetchTakeoverResponse, postTakeoverReport } from '#testing/account-takeover.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const submit = { method: 'POST', body: {} } as const

/** Opens "This wasn't me" in the newest mail that has it. */
async function reportFromMail(foyer: TestApp) {
  const links = (await foyer.mails()).map(({ text }) => text.match(/\/not-me\/\S+/)?.[0])
  const link = links.find((it) => it !== undefined) ?? ''
  return foyer.browser().visitPath(link, submit)
}

async function isTwoFactorOn({ db }: TestApp): Promise<boolean> {
  const user = await db.selectFrom('users').select('two_factor_enabled_at').executeTakeFirst()
  return user?.two_factor_enabled_at !== null
}

const passkeyNames = async ({ db }: TestApp) =>
  (await db.selectFrom('passkeys').select('name').execute()).map(({ name }) => name)

const subjects = async (foyer: TestApp) => (await foyer.mails()).map(({ subject }) => subject)

/** Ada with REQUIRE_TWO_FACTOR, signed in without a second factor yet. */
async function adaWithRequirement(t: Parameters<typeof createTestApp>[0]) {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  return { foyer, laptop }
}

test('"this wasn\'t me" mails the owner that two-factor is off and which passkeys are gone (PST-06)', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t)
  await enableTwoFactor(phone)
  await addPasskey(phone, new VirtualAuthenticator())

  await reportFromMail(foyer)

  assert.equal(await isTwoFactorOn(foyer), false)
  const sent = (await subjects(foyer)).slice(0, 3).toSorted()
  assert.deepEqual(sent, [
    'A passkey was removed from your account',
    'Get back into your account',
    'Two-factor authentication is off',
  ])
})

test('the links in the mails about a takeover work (PST-06)', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t)
  await enableTwoFactor(phone)
  await reportFromMail(foyer)
  const mail = (await foyer.mails()).find(
    ({ subject }) => subject === 'Two-factor authentication is off',
  )

  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''

  assert.equal((await foyer.browser().visitPath(link)).status, 200)
})

test('a session thief cannot turn two-factor off unnoticed by reporting the owner (PST-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })
  await thief.visit('two-factor.login.store', { code: authenticator.nextCode() })
  await confirmPassword(thief)
  const [enabled] = await foyer.events('two-factor.enabled')

  await postTakeoverReport(thief, enabled?.seq ?? 0)

  assert.equal(await isTwoFactorOn(foyer), false)
  assert.equal((await subjects(foyer))[0], 'Two-factor authentication is off')
})

test('a report of an event keeps the last required second factor, and still lists it (PST-07)', async (t) => {
  const { foyer, laptop } = await adaWithRequirement(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })
  await thief.visit('two-factor.login.store', { code: authenticator.nextCode() })
  await confirmPassword(thief)
  const [enabled] = await foyer.events('two-factor.enabled')

  await postTakeoverReport(thief, enabled?.seq ?? 0)

  assert.equal(await isTwoFactorOn(foyer), true)
  const response = await fetchTakeoverResponse(thief, enabled?.seq ?? 0)
  const step = response?.steps?.find((it) => it.step === 'two-factor')
  assert.equal(step?.state, 'todo')
  const again = await thief.visitPath(`/time-travel/${enabled?.seq}/not-me`, submit)
  const { flash } = (await thief.visitPath(again.location ?? '')).page
  assert.match(String(flash?.['banner']), /Set up your own/)
})

test('a report of an event keeps the last passkey of an account without a password (PST-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator())
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })
  await confirmPassword(thief)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  const [added] = await foyer.events('passkey.added')

  await postTakeoverReport(thief, added?.seq ?? 0)

  assert.equal((await passkeyNames(foyer)).length, 1)
})

test('a mailbox alone does not remove the only authenticator app where one is required (PST-07)', async (t) => {
  const { foyer, laptop } = await adaWithRequirement(t)
  await enableTwoFactor(laptop)

  const done = await reportFromMail(foyer)

  assert.equal(await isTwoFactorOn(foyer), true)
  assert.equal(done.page.props['kept'], 'two-factor')
  const [mail] = await foyer.mails()
  assert.match(mail?.text ?? '', /Two-factor authentication stays on/)
})

test('where a second factor is required, passkeys from before the attack stay, newer ones go (PST-07)', async (t) => {
  const { foyer, laptop } = await adaWithRequirement(t)
  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator(), undefined, 'Old')
  foyer.clock.advance(8 * days)
  await laptop.visit('dashboard')
  await foyer.db
    .updateTable('sessions')
    .set({ expires_at: foyer.clock.now() + days })
    .execute()
  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator(), undefined, 'New')

  const done = await reportFromMail(foyer)

  assert.deepEqual(await passkeyNames(foyer), ['Old'])
  assert.equal(done.page.props['kept'], 'passkeys')
})
