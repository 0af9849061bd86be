import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  adaReady,
  adaWaiting,
  adaWithoutMailbox,
  askForRecovery,
  finishRecovery,
  stepOf,
  stopLink,
  validForm,
  type WithoutMailbox,
} from '#testing/account-recovery.ts'
import { createCli } from '#testing/cli.ts'
import { countHashes } from '#testing/count-hashes.ts'
import { adaFromBefore, only, refusal, requireProvider } from '#testing/required-provider.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { hours, minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const wrongCode = 'aaaa-bbbb-cccc'

const post = (browser: TestBrowser, body: object) =>
  browser.json('/recover-account', { method: 'POST', body })

const codesLeft = async ({ db }: TestApp) =>
  (await db.selectFrom('recovery_codes').select('code_hash').execute()).length

/** Status, body and slow hashes of a request from a network of its own. */
async function answerTo(foyer: TestApp, form: object) {
  const stranger = foyer.browser()
  await stranger.open('/login')
  const answers: [number, string][] = []
  const hashes = await countHashes(async () => {
    const { status, text } = await post(stranger, form)
    answers.push([status, text])
  })
  return { answers, hashes }
}

test('each wrong recovery request gets the same answer at the same cost, and uses nothing up (WAY-03)', async (t) => {
  const { foyer, authenticator, recoveryCode } = await adaWithoutMailbox(t)
  foyer.clock.advance(minutes)
  const code = authenticator.nextCode()
  const right = { email, recovery_code: recoveryCode, code }

  const wrongRecoveryCode = await answerTo(foyer, { ...right, recovery_code: wrongCode })
  const wrongAppCode = await answerTo(foyer, { ...right, code: '000000' })
  const bothWrong = await answerTo(foyer, { ...right, recovery_code: wrongCode, code: '000000' })
  const unknown = await answerTo(foyer, { ...right, email: 'nobody@example.com' })

  assert.equal(wrongRecoveryCode.hashes, 1)
  assert.equal(wrongRecoveryCode.answers[0]?.[0], 422)
  assert.deepEqual(wrongAppCode, wrongRecoveryCode)
  assert.deepEqual(bothWrong, wrongRecoveryCode)
  assert.deepEqual(unknown, wrongRecoveryCode)
  assert.equal(await codesLeft(foyer), 10)
  assert.deepEqual(await foyer.events('recovery'), [])
  assert.equal((await answerTo(foyer, right)).answers[0]?.[0], 200)
})

test('a recovery request gets the same answer for accounts without two-factor and for locked ones (WAY-03)', async (t) => {
  const { foyer } = await signedInAda(t)
  const form = { email, recovery_code: wrongCode, code: '123456' }

  const unknown = await answerTo(foyer, { ...form, email: 'nobody@example.com' })
  const withoutCodes = await answerTo(foyer, form)
  await createCli(foyer)('user:lock', email, '--yes')
  const locked = await answerTo(foyer, form)

  assert.deepEqual(withoutCodes, unknown)
  assert.deepEqual(locked, unknown)
})

test('a locked account is not recovered, even with both factors right (WAY-03)', async (t) => {
  const ada = await adaWithoutMailbox(t)
  await createCli(ada.foyer)('user:lock', email, '--yes')

  assert.equal((await answerTo(ada.foyer, validForm(ada))).answers[0]?.[0], 422)
})

test('one code from the app works once, for a recovery or a sign-in (WAY-03)', async (t) => {
  const ada = await adaWaiting(t)
  const { foyer, authenticator, otherCode } = ada
  const used = authenticator.codeAt(foyer.clock.now())

  const again = { email, recovery_code: otherCode, code: used }

  assert.equal((await answerTo(foyer, again)).answers[0]?.[0], 422)
})

test('recovery requests are limited per network and per account, but a known device still has its own limit (WAY-05)', async (t) => {
  const ada = await adaWithoutMailbox(t)
  const { foyer, laptop, phone } = ada
  await laptop.visit('logout')
  const form = { email, recovery_code: wrongCode, code: '000000' }
  await phone.open('/login')
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push((await post(phone, form)).status)

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
  for (let count = 0; count < 40; count++) await answerTo(foyer, form)
  assert.equal((await answerTo(foyer, validForm(ada))).answers[0]?.[0], 429)
  foyer.clock.advance(minutes)
  assert.equal((await post(laptop, validForm(ada))).status, 200)
})

test('the owner learns when a recovery code is right and the second factor is not (WAY-06)', async (t) => {
  const { foyer, recoveryCode } = await adaWithoutMailbox(t)
  const form = { email, recovery_code: recoveryCode, code: '000000' }

  for (let count = 0; count < 5; count++) await answerTo(foyer, form)
  await answerTo(foyer, { ...form, recovery_code: wrongCode })

  const mails = (await foyer.mails()).filter(
    ({ subject }) => subject === 'Someone may know your recovery codes',
  )
  assert.equal(mails.length, 3)
  const [first] = await foyer.events('sign-in.refused')
  assert.deepEqual(first?.data, { reason: 'code', count: 1 })
})

test('a replaced cookie of a trusted device raises the alarm of a sign-in, with a right recovery code only (WAY-19)', async (t) => {
  const { foyer, laptop, phone, authenticator, recoveryCode } = await adaWithoutMailbox(t)
  const thief = foyer.browser()
  await trustPhone(foyer, phone, authenticator)
  thief.cookies.set('foyer-trusted', phone.cookies.get('foyer-trusted') ?? '')
  await phone.visit('login.store', { email, password })
  foyer.clock.advance(minutes)
  const form = { email, recovery_code: recoveryCode, code: '' }

  await askForRecovery(thief, { ...form, recovery_code: wrongCode })
  const before = await foyer.events('device.trust-copied')
  await askForRecovery(thief, form)

  assert.deepEqual(before, [])
  assert.equal((await foyer.events('device.trust-copied')).length, 1)
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  assert.ok(subjects.includes('A copy of a trusted device was used'))
  await phone.visit('logout')
  const again = await phone.visit('login.store', { email, password })
  assert.equal(again.location, '/two-factor-challenge')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('a recovery with the code of the app reports a replaced cookie too, and waits (WAY-19)', async (t) => {
  const { foyer, phone, authenticator, ...codes } = await adaWithoutMailbox(t)
  const thief = foyer.browser()
  await trustPhone(foyer, phone, authenticator)
  thief.cookies.set('foyer-trusted', phone.cookies.get('foyer-trusted') ?? '')
  await phone.visit('login.store', { email, password })
  foyer.clock.advance(minutes)

  await askForRecovery(thief, validForm({ foyer, phone, authenticator, ...codes }))

  assert.equal((await foyer.events('device.trust-copied')).length, 1)
  assert.equal(await stepOf(thief), 'waiting')
})

/** Makes the phone a trusted device, and signs it out. */
async function trustPhone(
  foyer: TestApp,
  phone: TestBrowser,
  authenticator: WithoutMailbox['authenticator'],
): Promise<void> {
  foyer.clock.advance(minutes)
  await phone.visit('login.store', { email, password })
  await phone.visit('two-factor.login.store', {
    code: authenticator.nextCode(),
    trust_device: true,
  })
  await phone.visit('logout')
}

test('before the waiting time is over no address is taken and no link finishes it (WAY-08)', async (t) => {
  const { foyer, phone } = await adaWaiting(t)
  foyer.clock.advance(72 * hours - 1)

  const refused = await phone.visit('account-recovery.address', { email: 'ada@new.example' })

  const page = await phone.visitPath(refused.location ?? '')
  assert.match(page.page.props.errors['form'] ?? '', /isn.t over yet/)
  assert.ok((await foyer.mails()).every(({ to }) => to === email))
})

test('a recovery that moves to another browser once its waiting time is over waits again, and the owner can still stop it (WAY-08)', async (t) => {
  const { foyer, phone, link, authenticator, otherCode } = await adaReady(t)
  const firstStop = await stopLink(foyer)
  const thief = foyer.browser()
  const form = { email, recovery_code: otherCode, code: authenticator.nextCode() }

  await askForRecovery(thief, form)

  assert.deepEqual([await stepOf(thief), await stepOf(phone)], ['waiting', 'ask'])
  assert.equal((await finishRecovery(phone, link)).status, 410)
  foyer.clock.advance(72 * hours - 1)
  assert.equal(await stepOf(thief), 'waiting')
  await foyer.browser().visitPath(firstStop, { method: 'POST', body: {} })
  foyer.clock.advance(1)
  assert.equal(await stepOf(thief), 'ask')
})

test('the waiting time is checked when a recovery is finished, not only when its link is mailed (WAY-08)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const ready_at = foyer.clock.now() + 1
  await foyer.db.updateTable('account_recoveries').set({ ready_at }).execute()

  assert.equal((await finishRecovery(phone, link)).status, 410)
})

test('a recovery is bound to the account of its link (WAY-08)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  await foyer.db.updateTable('one_time_tokens').set({ user_id: null }).execute()

  assert.equal((await finishRecovery(phone, link)).status, 410)
})

test('with a waiting time of 0 no recovery can be requested, and those that wait cannot be finished (WAY-17)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  t.after(() => (foyer.config.recoveryWaitHours = 72))
  foyer.config.recoveryWaitHours = 0

  const form = { email, recovery_code: wrongCode, code: '000000' }
  const { page } = await foyer.browser().visit('password.request')

  assert.equal(page.props['offersRecovery'], false)
  assert.equal((await phone.visit('account-recovery.show')).status, 404)
  assert.equal((await askForRecovery(phone, form)).status, 404)
  assert.equal((await finishRecovery(phone, link)).status, 410)
})

test('accounts of a provider cannot be recovered with a recovery code (WAY-18)', async (t) => {
  const { foyer } = await adaFromBefore(t)
  requireProvider(foyer)
  const stranger = foyer.browser()
  await stranger.open('/login')
  const form = { email, recovery_code: wrongCode, code: '000000' }

  const [status, message] = await refusal(stranger, '/recover-account', form)

  assert.equal(status, 422)
  assert.match(message, only)
})

test('a recovery request from another site is refused, like every form (WAY-03)', async (t) => {
  const ada = await adaWithoutMailbox(t)
  const stranger = ada.foyer.browser()
  await stranger.open('/login')

  const response = await stranger.request('/recover-account', {
    method: 'POST',
    body: validForm(ada),
    headers: { 'sec-fetch-site': 'cross-site' },
  })

  assert.equal(response.status, 403)
  assert.equal(await codesLeft(ada.foyer), 10)
})
