import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import {
  ada,
  adaAtTwoFactorChallenge,
  confirmPassword,
  enableTwoFactor,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const codesPath = '/user/two-factor-recovery-codes'
const confirmedPath = '/user/confirmed-two-factor-recovery-codes'

const post = (browser: TestBrowser, path: string, body: object = {}) =>
  browser.json(path, { method: 'POST', body })
const answer = (browser: TestBrowser, recovery_code: string | undefined) =>
  post(browser, '/two-factor-challenge', { recovery_code })

/** Ada with new recovery codes that she has not confirmed, and a phone at the challenge. */
async function adaWithPendingCodes(t: TestContext) {
  const scene = await adaAtTwoFactorChallenge(t)
  const created = (await post(scene.laptop, codesPath)).raw.json()
  const newCodes: string[] = created.recovery_codes
  return { ...scene, id: String(created.id), newCodes }
}

test('new recovery codes do not work before they are confirmed, and the old ones do (MFA-28)', async (t) => {
  const { foyer, phone, recoveryCodes, newCodes } = await adaWithPendingCodes(t)

  for (const code of newCodes.slice(0, 3)) assert.equal((await answer(phone, code)).status, 422)
  assert.equal((await answer(phone, recoveryCodes[0])).status, 204)

  assert.deepEqual(await foyer.events('recovery-codes.replaced'), [])
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  assert.ok(!subjects.includes('You have new recovery codes'))
})

test('confirming replaces the old codes, is recorded, and notifies the owner (MFA-28)', async (t) => {
  const { foyer, laptop, phone, recoveryCodes, newCodes, id } = await adaWithPendingCodes(t)

  const confirmed = await post(laptop, confirmedPath, { id })

  assert.deepEqual([confirmed.status, confirmed.text], [200, '""'])
  assert.equal((await answer(phone, recoveryCodes[0])).status, 422)
  assert.equal((await answer(phone, newCodes[0])).status, 204)
  const [event] = await foyer.events('recovery-codes.replaced')
  assert.deepEqual(event?.data, { before: 10, now: 10 })
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  assert.equal(subjects.filter((it) => it === 'You have new recovery codes').length, 1)
})

test('of concurrent confirmations one replaces the codes (MFA-28)', async (t) => {
  const { foyer, laptop, id } = await adaWithPendingCodes(t)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(laptop, confirmedPath, { id })),
  )

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 422).length, 7)
  assert.equal((await foyer.events('recovery-codes.replaced')).length, 1)
})

test('only the newest codes can be confirmed, within half an hour (MFA-28)', async (t) => {
  const { foyer, laptop, id: older } = await adaWithPendingCodes(t)
  const { id } = (await post(laptop, codesPath)).raw.json()

  assert.equal((await post(laptop, confirmedPath, { id: older })).status, 422)
  foyer.clock.advance(30 * minutes)
  await confirmPassword(laptop)
  assert.equal((await post(laptop, confirmedPath, { id })).status, 422)

  await pruneExpired(foyer.app.database, foyer.clock.now(), features)
  assert.deepEqual(await foyer.db.selectFrom('pending_recovery_codes').selectAll().execute(), [])
})

test('another account cannot confirm them, nor a session without a recent confirmation (MFA-28)', async (t) => {
  const { foyer, laptop, id } = await adaWithPendingCodes(t)
  const grace = { ...ada, email: 'grace@example.com' }
  const hers = foyer.browser()
  await hers.visit('register.store', { ...grace, terms: true })
  await hers.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  await enableTwoFactor(hers)

  assert.equal((await post(hers, confirmedPath, { id })).status, 422)
  await laptop.visit('password.confirmation.destroy')
  assert.equal((await post(laptop, confirmedPath, { id })).status, 423)
  assert.equal((await post(foyer.browser(), confirmedPath, { id })).status, 401)
})

test('turning two-factor off voids pending codes (MFA-28)', async (t) => {
  const { foyer, laptop, id } = await adaWithPendingCodes(t)

  await laptop.visit('two-factor.disable')

  assert.equal((await post(laptop, confirmedPath, { id })).status, 422)
  assert.deepEqual(await foyer.db.selectFrom('recovery_codes').selectAll().execute(), [])
})

test('without script the codes are shown once, with a form that confirms them', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const { origin } = foyer.config
  const headers = { origin, referer: `${origin}/user/profile/security` }

  const created = await laptop.submit(
    `${codesPath}?_error_bag=regenerateRecoveryCodes`,
    {},
    headers,
  )
  const { text } = await laptop.open(created.location ?? '')
  const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const confirmed = await laptop.submit(confirmedPath, { id }, headers)

  assert.match(text, /<li>([a-z2-7]{4}-){2}[a-z2-7]{4}<\/li>/)
  assert.equal(confirmed.location, '/user/profile/security')
  assert.equal((await foyer.events('recovery-codes.replaced')).length, 1)
  assert.doesNotMatch((await laptop.open('/user/profile/security')).text, /name="id"/)
})
