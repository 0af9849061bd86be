import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Secret } from 'otpauth'

import { features } from '#app/features.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import {
  ada,
  signedInAda,
  adaAtTwoFactorChallenge,
  enableTwoFactor,
} from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'

const { email, password } = ada
const challengePath = '/two-factor-challenge'
const halfMinuteMs = 30_000

const postAnswer = (browser: TestBrowser, body: unknown) =>
  browser.json(challengePath, { method: 'POST', body })

test('the right password leads to the challenge and starts no session (LGN-14, LGN-17, MFA-17)', async (t) => {
  const { foyer, phone } = await adaAtTwoFactorChallenge(t)

  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await phone.json('/user/two-factor-recovery-codes')).status, 401)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
  assert.equal((await phone.visit('two-factor.login')).page.component, 'Auth/TwoFactorChallenge')
})

test('JSON clients learn that a second factor is required, and get 204 after it (TFC-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  const apiClient = foyer.browser()
  await apiClient.open('/login')

  const response = await apiClient.json('/login', { method: 'POST', body: { email, password } })
  const passed = await postAnswer(apiClient, { code: authenticator.nextCode() })

  assert.deepEqual([response.status, response.raw.json()], [200, { two_factor: true }])
  assert.deepEqual([passed.status, passed.text], [204, ''])
  assert.equal((await apiClient.visit('dashboard')).status, 200)
  assert.equal(
    await foyer.db.selectFrom('two_factor_challenges').select('id').executeTakeFirst(),
    undefined,
  )
})

test('a code redirects to the intended page (TFC-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  const phone = foyer.browser()
  await phone.open('/dashboard?from=mail')
  await phone.visit('login.store', { email, password })

  const passed = await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })

  assert.equal(passed.location, '/dashboard?from=mail')
  const { method } = await foyer.db
    .selectFrom('sessions')
    .select('method')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(method, 'code')
})

test('a wrong password does not reveal two-factor (LOG-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const wrong = { method: 'POST', body: { email, password: 'wrong' } } as const
  const [before, after] = [foyer.browser(), foyer.browser()]
  await before.open('/login')
  await after.open('/login')

  const without = await before.json('/login', wrong)
  await enableTwoFactor(laptop)
  const withIt = await after.json('/login', wrong)

  assert.deepEqual([withIt.status, withIt.text], [without.status, without.text])
})

test('the challenge preserves "Keep me signed in", on or off (LGN-21)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t, { remember: true })
  await postAnswer(phone, { code: authenticator.nextCode() })
  foyer.clock.advance(5 * 60 * minutes)
  const brief = foyer.browser()
  await brief.visit('login.store', { email, password, remember: false })
  await postAnswer(brief, { code: authenticator.nextCode() })

  const rows = await foyer.db.selectFrom('sessions').select('remembered').orderBy('id').execute()

  assert.deepEqual(rows.slice(1), [{ remembered: 1 }, { remembered: 0 }])
})

test('a wrong code starts no session, keeps the challenge and is recorded (TFC-04)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)

  const wrong = await phone.visit('two-factor.login.store', { code: '000000' })
  const { errors } = (await phone.visit('two-factor.login')).page.props
  const right = await postAnswer(phone, { code: authenticator.nextCode() })

  assert.deepEqual([wrong.status, wrong.location], [303, challengePath])
  assert.deepEqual(Object.keys(errors), ['code'])
  assert.equal(right.status, 204)
  const rejected = await foyer.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'sign-in.refused')
    .execute()
  assert.deepEqual(
    rejected.map(({ data }) => JSON.parse(data)),
    [{ reason: 'code', count: 1 }],
  )
})

test('accepts codes one step off, not two (TFC-04, MFA-05, MFA-23)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  foyer.clock.advance(5 * halfMinuteMs)
  const at = (steps: number) => authenticator.codeAt(foyer.clock.now() + steps * halfMinuteMs)

  const answers = []
  for (const steps of [-2, 2, -1]) answers.push(await postAnswer(phone, { code: at(steps) }))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422, 204],
  )
})

test('a code works once, from any browser (MFA-02)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  const attacker = foyer.browser()
  await attacker.visit('login.store', { email, password })
  const code = authenticator.nextCode()

  const first = await postAnswer(phone, { code })
  const second = await postAnswer(attacker, { code })
  const older = await postAnswer(attacker, { code: authenticator.codeAt(foyer.clock.now()) })

  assert.deepEqual([first.status, second.status, older.status], [204, 422, 422])
  assert.match(second.raw.json().message, /was already used/)
})

test('the code that enabled two-factor cannot sign in again (MFA-02)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)

  const again = await postAnswer(phone, { code: authenticator.codeAt(foyer.clock.now()) })

  assert.equal(again.status, 422)
})

test('two users can use the same code at the same time (MFA-04)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  const grace = { ...ada, email: 'grace@example.com' }
  const hers = foyer.browser()
  await hers.visit('register.store', { ...grace, terms: true })
  await hers.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  await enableTwoFactor(hers)
  await shareSecret(foyer, authenticator.secret, grace.email)
  const elsewhere = foyer.browser()
  await elsewhere.visit('login.store', grace)
  const code = authenticator.nextCode()

  const answers = [await postAnswer(phone, { code }), await postAnswer(elsewhere, { code })]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  )
})

async function shareSecret(
  { db, app }: Awaited<ReturnType<typeof adaAtTwoFactorChallenge>>['foyer'],
  secret: string,
  address: string,
): Promise<void> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirstOrThrow()
  const hex = Secret.fromBase32(secret).hex.toLowerCase()
  const two_factor_secret_sealed = app.keys.encrypt('two-factor', hex, id)
  await db.updateTable('users').set({ two_factor_secret_sealed }).where('id', '=', id).execute()
}

test('a recovery code signs in once, in any spelling, and the owner is notified how many are left (TFC-05, MFA-12)', async (t) => {
  const { foyer, phone, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const [code = ''] = recoveryCodes
  const again = foyer.browser()
  await again.visit('login.store', { email, password })

  const first = await postAnswer(phone, {
    recovery_code: ` ${code.toUpperCase().replaceAll('-', ' ')}`,
  })
  const second = await postAnswer(again, { recovery_code: code })

  assert.deepEqual([first.status, second.status], [204, 422])
  assert.deepEqual(Object.keys(second.raw.json().errors), ['recovery_code'])
  const mail = (await foyer.mails()).find(({ subject }) => subject === 'A recovery code was used')
  assert.match(mail?.text ?? '', /9 codes are left/)
})

test('rejects a recovery code that was replaced during its request (MFA-13)', async (t) => {
  const { laptop, phone, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const path = '/user/two-factor-recovery-codes'
  const { id } = (await laptop.json(path, { method: 'POST', body: {} })).raw.json()

  const [replaced, used] = await Promise.all([
    laptop.json('/user/confirmed-two-factor-recovery-codes', { method: 'POST', body: { id } }),
    postAnswer(phone, { recovery_code: recoveryCodes[0] }),
  ])
  const after = await postAnswer(phone, { recovery_code: recoveryCodes[1] })

  assert.equal(replaced.status, 200)
  assert.ok([204, 422].includes(used.status))
  assert.notEqual(after.status, 204)
})

test('attempts are limited per account: a new challenge does not reset them (MFA-07)', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const statuses = []
  for (let tries = 0; tries < 5; tries++) {
    statuses.push((await postAnswer(phone, { code: '000000' })).status)
  }
  await phone.visit('login.store', { email, password })

  const limited = await postAnswer(phone, { code: authenticator.nextCode() })

  assert.deepEqual(statuses, [422, 422, 422, 422, 422])
  assert.equal(limited.status, 429)
  assert.deepEqual(Object.keys(limited.raw.json().errors), ['code'])
  assert.ok(Number(limited.header('retry-after')) > 0)
  assert.equal((await postAnswer(phone, { recovery_code: recoveryCodes[0] })).status, 204)
  assert.ok(foyer)
})

test('concurrent attempts from many IPs share one limit per account (MFA-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  const thieves = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const attacker = foyer.browser()
      await attacker.visit('login.store', { email, password })
      return attacker
    }),
  )

  const guesses = thieves.flatMap((attacker) =>
    Array.from({ length: 5 }, () => postAnswer(attacker, { code: '000000' })),
  )
  const answers = await Promise.all(guesses)

  assert.equal(answers.filter(({ status }) => status === 422).length, 20)
})

test('ten wrong codes end the challenge, and the third notifies the owner (MFA-07)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  for (let tries = 0; tries < 9; tries++) {
    await postAnswer(phone, { code: '000000' })
    foyer.clock.advance(15_000)
  }
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  const tenth = await postAnswer(phone, { code: '000000' })
  const after = await postAnswer(phone, { code: authenticator.nextCode() })

  assert.equal(subjects.filter((it) => it === 'Someone may know your password').length, 1)
  assert.deepEqual([tenth.status, after.status], [401, 401])
})

test('the challenge expires after ten minutes, and a message leads back to sign-in (MFA-09)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  foyer.clock.advance(10 * minutes)

  const late = await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  const { flash } = (await phone.visit('login')).page
  const again = (await phone.visit('login')).page

  assert.equal(late.location, '/login')
  assert.match(String(flash?.['banner']), /Enter your password again/)
  assert.equal(again.flash?.['banner'], undefined)
  assert.equal((await phone.visit('two-factor.login')).location, '/login')
  await pruneExpired(foyer, foyer.clock.now(), features)
  assert.deepEqual(await foyer.db.selectFrom('two_factor_challenges').selectAll().execute(), [])
})

test('changing the password ends the challenge (MFA-09)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  const password_hash = await hashPassword('a password set meanwhile')
  await foyer.db.updateTable('users').set({ password_hash }).execute()

  const passed = await postAnswer(phone, { code: authenticator.nextCode() })

  assert.equal(passed.status, 401)
})

test('deleting the account or disabling two-factor ends the challenge (MFA-09)', async (t) => {
  const { foyer, laptop, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  await laptop.visit('two-factor.disable')
  assert.equal((await postAnswer(phone, { code: authenticator.nextCode() })).status, 401)
  await enableTwoFactor(laptop)
  await phone.visit('login.store', { email, password })
  await eraseAllAccounts(foyer.db)

  assert.equal((await postAnswer(phone, { code: '123456' })).status, 401)
})

test('a second sign-in in the same browser replaces the challenge (MFA-10)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  const grace = { ...ada, email: 'grace@example.com' }
  const hers = foyer.browser()
  await hers.visit('register.store', { ...grace, terms: true })
  await hers.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  await enableTwoFactor(hers)
  await phone.visit('login.store', grace)

  assert.equal((await postAnswer(phone, { code: authenticator.nextCode() })).status, 422)
})

test('the challenge secret has its own cookie, is stored as a hash and grants no access', async (t) => {
  const { foyer, phone } = await adaAtTwoFactorChallenge(t)
  const secret = phone.cookies.get('foyer-challenge') ?? ''
  const attacker = foyer.browser()
  attacker.cookies.set('foyer', secret)

  const stored = await foyer.db.selectFrom('two_factor_challenges').selectAll().execute()

  assert.match(secret, /^[\w-]{43}$/)
  assert.ok(!JSON.stringify(stored).includes(secret))
  assert.equal((await attacker.visit('dashboard')).location, '/login')
})

test('without a challenge, answers are rejected', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')

  assert.equal((await browser.visit('two-factor.login')).location, '/login')
  assert.equal((await postAnswer(browser, { code: '123456' })).status, 401)
})

test('rejects an empty answer or one of the wrong type with a message', async (t) => {
  const { phone } = await adaAtTwoFactorChallenge(t)
  const bodies = [
    {},
    { code: '' },
    { code: null },
    { recovery_code: '' },
    { code: ['1'] },
    { code: 1 },
  ]

  const answers = []
  for (const body of bodies) answers.push(await postAnswer(phone, body))

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [422])
})

test('with an unknown encryption key, codes are rejected and recovery codes work', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  await foyer.db.updateTable('users').set({ two_factor_secret_sealed: 'AQ' }).execute()

  assert.equal((await postAnswer(phone, { code: authenticator.nextCode() })).status, 422)
  assert.equal((await postAnswer(phone, { recovery_code: recoveryCodes[0] })).status, 204)
})
