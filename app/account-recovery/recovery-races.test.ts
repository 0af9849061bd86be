import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'
import {
  adaReady,
  adaWithoutMailbox,
  askForRecovery,
  finishRecovery,
  newEmail,
  stopLink,
  validForm,
} from '#testing/account-recovery.ts'
import { changeDuringHashing } from '#testing/count-hashes.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { buildTestApp, type TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const submit = { method: 'POST', body: {} } as const

async function outcome(foyer: TestApp) {
  const events = [...(await foyer.events('recovery.')), ...(await foyer.events('address.changed'))]
  const user = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  return { events: events.map(({ type }) => type), email: user.email }
}

test('concurrent completions: exactly one sets the password (WAY-13)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const passwords = ['one quiet lantern', 'two quiet lanterns', 'three quiet lanterns']

  const answers = await Promise.all(passwords.map((it) => finishRecovery(phone, link, it)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 410, 410])
  assert.equal((await foyer.events('recovery.completed')).length, 1)
  const winner = passwords[answers.findIndex(({ status }) => status === 303)]
  const signIn = await foyer
    .browser()
    .visit('login.store', { email: newEmail, password: winner ?? '' })
  assert.equal(signIn.location, '/two-factor-challenge')
})

for (const who of ['link', 'session'] as const) {
  test(`concurrent stop by ${who} and completion: exactly one succeeds (WAY-13)`, async (t) => {
    const { foyer, laptop, phone, link, authenticator } = await adaReady(t)
    await laptop.visit('login.store', { email, password })
    await laptop.visit('two-factor.login.store', { code: authenticator.nextCode() })
    const stop = await stopLink(foyer)
    const owner = foyer.browser()
    await owner.open('/login')

    await Promise.all([
      finishRecovery(phone, link),
      who === 'link' ? owner.visitPath(stop, submit) : laptop.visit('account-recovery.destroy'),
    ])

    const { events, email: address } = await outcome(foyer)
    const isStopped = events.includes('recovery.stopped')
    const done = ['recovery.requested', isStopped ? 'recovery.stopped' : 'recovery.completed']
    assert.deepEqual(events, isStopped ? done : [...done, 'address.changed'])
    assert.equal(address, isStopped ? email : newEmail)
  })
}

test('a stop that commits while the new password is hashed wins (WAY-13)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const stop = (tx: Db) => tx.deleteFrom('account_recoveries').execute()

  const { status } = await changeDuringHashing(t, foyer, stop, () => finishRecovery(phone, link))

  assert.equal(status, 410)
  assert.equal((await outcome(foyer)).email, email)
})

test('concurrent requests with the same codes: exactly one counts (WAY-13)', async (t) => {
  const ada = await adaWithoutMailbox(t)
  const { foyer } = ada
  const form = validForm(ada)
  const browsers = Array.from({ length: 4 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  await Promise.all(browsers.map((browser) => askForRecovery(browser, form)))

  assert.equal((await foyer.events('recovery.requested')).length, 1)
  assert.equal((await foyer.events('recovery-code.used')).length, 1)
  assert.equal((await foyer.db.selectFrom('account_recoveries').select('id').execute()).length, 1)
})

test('one recovery code opens a sign-in or a recovery, not both (WAY-13)', async (t) => {
  for (let round = 0; round < 5; round++) await raceForCode(t)
})

async function raceForCode(t: TestContext): Promise<void> {
  const ada = await adaWithoutMailbox(t, buildTestApp)
  const { foyer, phone, recoveryCode } = ada
  foyer.clock.advance(minutes)
  const tablet = foyer.browser()
  await tablet.visit('login.store', { email, password })
  await phone.open('/login')

  const [signIn] = await Promise.all([
    tablet.visit('two-factor.login.store', { recovery_code: recoveryCode }),
    askForRecovery(phone, validForm(ada)),
  ])

  const requested = (await foyer.events('recovery.requested')).length
  assert.deepEqual([signIn.location === '/dashboard' ? 1 : 0, requested].toSorted(), [0, 1])
  assert.equal((await foyer.events('recovery-code.used')).length, 1)
}
