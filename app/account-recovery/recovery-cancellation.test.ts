import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  adaReady,
  adaWaiting,
  adaWithoutMailbox,
  askForRecovery,
  finishRecovery,
  newEmail,
  stepOf,
  stopLink,
  validForm,
} from '#testing/account-recovery.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addAddress } from '#testing/email-addresses.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const { email, password } = ada
const changed = 'seven quiet harbours'
const submit = { method: 'POST', body: {} } as const

const stoppedBy = async (foyer: TestApp) =>
  (await foyer.events('recovery.stopped')).map(({ data }) => data['by'])

test('a recovery request is recorded and mailed to every proved address with a button that stops it (WAY-07)', async (t) => {
  const ada = await adaWithoutMailbox(t)
  const { foyer, laptop, phone } = ada
  await addAddress(foyer, laptop, 'ada@backup.example', { recoveryOnly: true })

  await askForRecovery(phone, validForm(ada))

  const mails = (await foyer.mails()).filter(
    ({ subject }) => subject === 'Someone asked to recover your account',
  )
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), ['ada@backup.example', email])
  for (const { text } of mails) {
    assert.match(text, /In 72 hours they can choose a new address and a new password/)
    assert.match(text, /\/stop-recovery\//)
  }
  const [requested] = await foyer.events('recovery.requested')
  assert.equal(requested?.data['factor'], 'code')
  assert.equal((await foyer.events('recovery-code.used')).length, 1)
})

test('signed-in owners see a pending recovery on the dashboard and under security, and Time Travel names it (WAY-07)', async (t) => {
  const { laptop } = await adaWaiting(t)

  const dashboard = await laptop.visit('dashboard')
  const security = await laptop.visit('profile.security')
  const history = await laptop.open('/time-travel')

  assert.ok(JSON.stringify(dashboard.page.props['securityIssues']).includes('account-recovery'))
  assert.ok(security.page.props['accountRecovery'])
  for (const path of ['/dashboard', '/user/profile/security'])
    assert.ok((await laptop.open(path)).text.includes('Stop this recovery'), path)
  assert.ok(history.text.includes('Account recovery requested'))
})

test('the mailed link stops a recovery, once and without signing in; opening it changes nothing (WAY-09)', async (t) => {
  const { foyer, phone, link: finishLink } = await adaReady(t)
  const owner = foyer.browser()
  const link = await stopLink(foyer)

  const opened = await owner.visitPath(link)
  const before = await stepOf(phone)
  const stopped = await owner.visitPath(link, submit)

  assert.deepEqual([opened.page.props['action'], before], [link, 'ready'])
  assert.equal(stopped.page.props['action'], null)
  assert.equal(opened.header('referrer-policy'), 'no-referrer')
  assert.equal((await finishRecovery(phone, finishLink)).status, 410)
  const { page } = await phone.visit('account-recovery.show')
  assert.deepEqual([page.props['step'], page.props['isOver']], ['ask', true])
  assert.equal((await owner.visitPath(link, submit)).status, 410)
  assert.deepEqual(await stoppedBy(foyer), ['link'])
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'The recovery of your account was stopped')
  assert.equal((await owner.visit('dashboard')).location, '/login')
})

test('a link of a recovery that is over does not stop the next one (WAY-09)', async (t) => {
  const { foyer, laptop, phone, authenticator, otherCode } = await adaWaiting(t)
  const old = await stopLink(foyer)
  await laptop.visit('account-recovery.destroy')
  foyer.clock.advance(60_000)
  const form = { email, recovery_code: otherCode, code: authenticator.nextCode() }
  await askForRecovery(phone, form)

  assert.equal((await laptop.visitPath(old, submit)).status, 410)
  assert.equal(await stepOf(phone), 'waiting')
})

test('a signed-in owner stops a recovery without a confirmation, and stopping it again changes nothing (WAY-10)', async (t) => {
  const { foyer, laptop, phone } = await adaWaiting(t)
  foyer.clock.advance(60 * 60_000)

  const first = await laptop.visit('account-recovery.destroy')
  const second = await laptop.visit('account-recovery.destroy')

  assert.deepEqual([first.status, second.status], [303, 303])
  assert.equal(await stepOf(phone), 'ask')
  assert.deepEqual(await stoppedBy(foyer), ['person'])
})

test('another account can neither stop nor see a recovery (WAY-10)', async (t) => {
  const { foyer, phone } = await adaWaiting(t)
  const grace = { name: 'Grace', email: 'grace@example.com', password: 'tall ships in the morning' }
  const other = foyer.browser()
  await registerAccount(foyer, other, grace)

  await other.visit('account-recovery.destroy')

  assert.equal(await stepOf(phone), 'waiting')
  assert.equal((await other.visit('profile.security')).page.props['accountRecovery'], null)
})

test('a password change cancels a pending account recovery (WAY-11)', async (t) => {
  const { foyer, laptop, phone } = await adaWaiting(t)
  const form = { password: changed, password_confirmation: changed }

  await laptop.visit('user-password.update', { ...form, current_password: password })

  assert.equal(await stepOf(phone), 'ask')
  assert.deepEqual(await stoppedBy(foyer), ['change'])
})

test('a password reset cancels a pending account recovery (WAY-11)', async (t) => {
  const { foyer, laptop, phone } = await adaWaiting(t)
  await laptop.visit('password.email', { email })
  const link = await linkInMailTo(foyer, email, /\/reset-password\/\S+/)
  const form = { token: link.split('/').at(-1), email, password: changed }

  await foyer.browser().visit('password.update', { ...form, password_confirmation: changed })

  assert.equal(await stepOf(phone), 'ask')
})

test('new recovery codes cancel a pending account recovery (WAY-11)', async (t) => {
  const { laptop, phone } = await adaWaiting(t)
  await confirmPassword(laptop)
  const answer = await laptop.json('/user/two-factor-recovery-codes', { method: 'POST', body: {} })
  const { id } = answer.raw.json()

  await laptop.visit('two-factor.confirm-recovery-codes', { id })

  assert.equal(await stepOf(phone), 'ask')
})

test('turning two-factor off cancels a pending account recovery (WAY-11)', async (t) => {
  const { laptop, phone } = await adaWaiting(t)
  await confirmPassword(laptop)

  await laptop.visit('two-factor.disable')

  assert.equal(await stepOf(phone), 'ask')
})

test('"This wasn\'t me" cancels a pending account recovery (WAY-11)', async (t) => {
  const { foyer, phone } = await adaWaiting(t)
  const report = await linkInMailTo(foyer, email, /\/not-me\/\S+/)

  await foyer.browser().visitPath(report, submit)

  assert.equal(await stepOf(phone), 'ask')
})

test('a change of address cancels a pending account recovery (WAY-11)', async (t) => {
  const { foyer, laptop, phone } = await adaWaiting(t)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: newEmail })

  await laptop.visitPath(await linkInMailTo(foyer, newEmail), submit)

  assert.equal(await stepOf(phone), 'ask')
})

test('a lock by the operator cancels a pending account recovery (WAY-11)', async (t) => {
  const { foyer, phone } = await adaWaiting(t)

  await createCli(foyer)('user:lock', email, '--yes')

  assert.equal(await stepOf(phone), 'ask')
})

test('the request to delete the account cancels a pending account recovery (WAY-11)', async (t) => {
  const { foyer, laptop, phone } = await adaWaiting(t)
  await confirmPassword(laptop)

  await laptop.visit('current-user.destroy', { password, confirmation: email })

  assert.equal(await stepOf(phone), 'ask')
  assert.deepEqual(await stoppedBy(foyer), ['change'])
})

test('events that strangers can cause do not cancel a pending account recovery (WAY-11)', async (t) => {
  const { foyer, phone } = await adaWaiting(t)
  const stranger = foyer.browser()

  await stranger.visit('login.store', { email, password: 'a wrong guess' })
  await stranger.visit('login.store', { email, password })
  await stranger.visit('two-factor.login.store', { code: '000000' })
  await stranger.visit('password.email', { email })
  await foyer.mails()

  assert.equal(await stepOf(phone), 'waiting')
})
