import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Secret } from 'otpauth'

import { decryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import { ada, adaAtTwoFactorChallenge } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

import { consumePendingSignIn, findPendingSignIn, startPendingSignIn } from './pending-sign-in.ts'
import {
  consumeRecoveryCode,
  newRecoveryCodes,
  hashWithEachSalt,
  replaceRecoveryCodes,
} from './recovery-codes.ts'
import { codeForStep } from './totp.ts'
import { verifyCode } from './verify-code.ts'

const runSixteen = <T>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 16 }, (_, at) => work(at)))

const postRequest = { method: 'POST' } as const

test('of sixteen concurrent requests with the same code, one signs in (MFA-02)', async (t) => {
  const { foyer, authenticator } = await adaAtTwoFactorChallenge(t)
  const browsers = await runSixteen(async () => {
    const browser = foyer.browser()
    await browser.visit('login.store', { email: ada.email, password: ada.password })
    return browser
  })
  const body = { code: authenticator.nextCode() }

  const answers = await Promise.all(
    browsers.map((browser) => browser.json('/two-factor-challenge', { ...postRequest, body })),
  )

  assert.deepEqual(countWinners(answers.map(({ status }) => status === 204)), 1)
  assert.ok(answers.every(({ status }) => [204, 422].includes(status)))
})

test('of sixteen concurrent requests with the same recovery code, one signs in (MFA-12)', async (t) => {
  const { foyer, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const browsers = await runSixteen(async () => {
    const browser = foyer.browser()
    await browser.visit('login.store', { email: ada.email, password: ada.password })
    return browser
  })
  const body = { recovery_code: recoveryCodes[0] }

  const answers = await Promise.all(
    browsers.map((browser) => browser.json('/two-factor-challenge', { ...postRequest, body })),
  )

  assert.deepEqual(countWinners(answers.map(({ status }) => status === 204)), 1)
  assert.equal(
    (await foyer.db.selectFrom('recovery_codes').select('code_hash').execute()).length,
    9,
  )
})

test('four concurrent answers to one challenge start one session', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTwoFactorChallenge(t)
  const bodies = [
    { code: authenticator.nextCode() },
    ...recoveryCodes.slice(0, 3).map((recovery_code) => ({ recovery_code })),
  ]

  const answers = await Promise.all(
    bodies.map((body) => phone.json('/two-factor-challenge', { ...postRequest, body })),
  )

  assert.equal(countWinners(answers.map(({ status }) => status === 204)), 1)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 2)
  assert.equal(
    (await foyer.db.selectFrom('recovery_codes').select('code_hash').execute()).length >= 9,
    true,
  )
})

test('in every round, a time step has one winner and cannot be reused (MFA-02)', async (t) => {
  const { foyer, secret } = await adaAtTwoFactorChallenge(t)
  const { userId, now, key } = await accountFacts(foyer, secret)

  for (let round = 10; round < 50; round++) {
    const step = Math.floor(now / 30_000) + round
    const use = { userId, code: codeForStep(key, step), realNow: step * 30_000 }
    const verdicts = await runSixteen(() => verifyCode(foyer.db, foyer.app.keys, use))
    assert.equal(countWinners(verdicts.map((verdict) => verdict === 'valid')), 1)
    assert.ok(verdicts.every((verdict) => verdict !== 'invalid'))
  }
  const earlier = { userId, code: codeForStep(key, Math.floor(now / 30_000) + 49), realNow: now }
  assert.notEqual(await verifyCode(foyer.db, foyer.app.keys, earlier), 'valid')
})

test('in every round, a recovery code has one winner (MFA-12)', async (t) => {
  const { foyer, secret } = await adaAtTwoFactorChallenge(t)
  const { userId, now } = await accountFacts(foyer, secret)

  for (let round = 0; round < 4; round++) {
    const { codes, hashes } = await newRecoveryCodes()
    await foyer.db.transaction().execute((tx) => replaceRecoveryCodes(tx, userId, hashes, now))
    for (const code of codes) {
      const possible = await hashWithEachSalt(foyer.db, userId, code)
      const left = await runSixteen(() =>
        foyer.db.transaction().execute((tx) => consumeRecoveryCode(tx, userId, possible)),
      )
      assert.equal(countWinners(left.map((it) => it !== null)), 1)
    }
  }
})

test('in every round, a challenge has one winner', async (t) => {
  const { foyer, secret } = await adaAtTwoFactorChallenge(t)
  const { userId, now, password_hash } = await accountFacts(foyer, secret)

  for (let round = 0; round < 40; round++) {
    const client = { isKnownDevice: true, ip: null, userAgent: null, now }
    const person = {
      userId,
      by: { kind: 'password', password_hash, emailKey: '' } as const,
      remembered: false,
      ...client,
    }
    const started = await foyer.db.transaction().execute((tx) => startPendingSignIn(tx, person))
    const found = await findPendingSignIn({ ...foyer.app, now }, started.secret)
    assert.ok(found)
    const won = await runSixteen(() =>
      foyer.db.transaction().execute((tx) => consumePendingSignIn(tx, found, now)),
    )
    assert.equal(countWinners(won), 1)
  }
})

function countWinners(won: boolean[]): number {
  return won.filter(Boolean).length
}

async function accountFacts({ app: { keys }, db, clock }: TestApp, secret: string) {
  const { id, password_hash } = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
  const key = Secret.fromBase32(secret).bytes
  return {
    userId: id,
    now: clock.now(),
    key,
    password_hash: decryptPasswordHash(keys, id, password_hash) ?? '',
  }
}
