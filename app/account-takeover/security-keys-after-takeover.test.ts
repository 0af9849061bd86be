import assert from 'node:assert/strict'
import { test } from 'node:test'

import { postTakeoverReport } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addSecurityKey, answerChallenge, enableWithPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
  signedInAda,
  startTwoFactorSetup,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const remove = { method: 'DELETE' } as const

async function secondFactors({ db }: TestApp) {
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const keys = await db.selectFrom('passkeys').select('id').execute()
  return {
    isOn: user.two_factor_enabled_at !== null,
    hasApp: user.two_factor_secret_sealed !== null,
    keys: keys.length,
  }
}

async function reportLast(
  foyer: TestApp,
  browser: TestBrowser,
  type: 'passkey.added' | 'authenticator-app.added',
) {
  const { seq } = await foyer.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  const { status } = await postTakeoverReport(browser, Number(seq))
  assert.equal(status, 200)
}

async function reportFromMail(foyer: TestApp): Promise<void> {
  const links = (await foyer.mails()).map(({ text }) => text.match(/\/not-me\/\S+/)?.[0])
  const link = links.find((it) => it !== undefined) ?? ''
  await foyer.browser().visitPath(link, { method: 'POST', body: {} })
  assert.equal((await foyer.events('not-me.reported')).length, 1)
}

/** Ada with two-factor by her own key, and a thief in a copy of her session who signed in with a stolen key as well. */
async function adaAndThief(t: Parameters<typeof signedInAda>[0]) {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const key = new VirtualAuthenticator({ hasCounter: false })
  const { id }: { id: string } = (await addSecurityKey(laptop, key)).raw.json()
  await enableWithPasskey(laptop)
  foyer.clock.advance(minutes)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })
  await answerChallenge(thief, key)
  foyer.clock.advance(minutes)
  return { foyer, laptop, thief, id }
}

test('a key that an attacker added is removed, and the two-factor of the owner stays (SKY-15)', async (t) => {
  const { foyer, laptop, thief } = await adaAndThief(t)
  await addSecurityKey(thief, new VirtualAuthenticator())

  await reportLast(foyer, laptop, 'passkey.added')

  assert.deepEqual(await secondFactors(foyer), { isOn: true, hasApp: false, keys: 1 })
})

test('an app that an attacker added beside the key is removed, and two-factor stays on (SKY-15)', async (t) => {
  const { foyer, laptop, thief } = await adaAndThief(t)
  const app = await startTwoFactorSetup(thief)
  await thief.visit('two-factor.confirm', { code: app.nextCode() })
  assert.deepEqual(await secondFactors(foyer), { isOn: true, hasApp: true, keys: 1 })

  await reportLast(foyer, laptop, 'authenticator-app.added')

  assert.deepEqual(await secondFactors(foyer), { isOn: true, hasApp: false, keys: 1 })
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  assert.ok(subjects.includes('The authenticator app was removed from your account'))
})

test("an attacker who replaced the owner's key leaves no key, and no two-factor that nobody can pass (SKY-15)", async (t) => {
  const { foyer, laptop, thief, id } = await adaAndThief(t)
  await addSecurityKey(thief, new VirtualAuthenticator())
  await thief.json(`/user/passkeys/${id}`, remove)

  await reportLast(foyer, laptop, 'passkey.added')

  assert.deepEqual(await secondFactors(foyer), { isOn: false, hasApp: false, keys: 0 })
  const signedIn = await foyer.browser().visit('login.store', { email, password })
  assert.equal(signedIn.location, '/dashboard')
})

test('a mail about two-factor that an attacker turned on with their key ends it (SKY-15)', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t)
  await confirmPassword(phone)
  await addSecurityKey(phone, new VirtualAuthenticator())
  await enableWithPasskey(phone)

  await reportFromMail(foyer)

  assert.deepEqual(await secondFactors(foyer), { isOn: false, hasApp: false, keys: 0 })
})

test('a report from a mail keeps two-factor and the key from before the attack, and removes the new key (SKY-15)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const key = new VirtualAuthenticator()
  await addSecurityKey(laptop, key)
  await enableWithPasskey(laptop)
  foyer.clock.advance(40 * days)
  const thief = foyer.browser()
  thief.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await thief.visit('login.store', { email, password })
  await answerChallenge(thief, key)
  await addSecurityKey(thief, new VirtualAuthenticator())

  await reportFromMail(foyer)

  assert.deepEqual(await secondFactors(foyer), { isOn: true, hasApp: false, keys: 1 })
})

test('the operator resets two-factor, and with it the keys', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  await addSecurityKey(laptop, new VirtualAuthenticator())

  await createCli(foyer)('user:reset-two-factor', email, '--passkeys', '--yes')

  assert.deepEqual(await secondFactors(foyer), { isOn: false, hasApp: false, keys: 0 })
})
