import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaAtTheChallenge } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'

import { fromBase32 } from './base32.ts'
import { consumeChallenge, findChallenge, startChallenge } from './challenge.ts'
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { codeOfStep } from './totp.ts'
import { useCode } from './use-code.ts'

const sixteen = <T>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 16 }, (_, at) => work(at)))

const answer = { method: 'POST' } as const

test('of sixteen who send the same code at once, one is let in (MFA-02)', async (t) => {
  const { foyer, authenticator } = await adaAtTheChallenge(t)
  const browsers = await sixteen(async () => {
    const browser = foyer.browser()
    await browser.visit('login.store', { email: ada.email, password: ada.password })
    return browser
  })
  const body = { code: authenticator.code() }

  const answers = await Promise.all(
    browsers.map((browser) => browser.json('/two-factor-challenge', { ...answer, body })),
  )

  assert.deepEqual(winners(answers.map(({ status }) => status === 204)), 1)
  assert.ok(answers.every(({ status }) => [204, 422].includes(status)))
})

test('of sixteen who send the same recovery code at once, one is let in (MFA-12)', async (t) => {
  const { foyer, recoveryCodes } = await adaAtTheChallenge(t)
  const browsers = await sixteen(async () => {
    const browser = foyer.browser()
    await browser.visit('login.store', { email: ada.email, password: ada.password })
    return browser
  })
  const body = { recovery_code: recoveryCodes[0] }

  const answers = await Promise.all(
    browsers.map((browser) => browser.json('/two-factor-challenge', { ...answer, body })),
  )

  assert.deepEqual(winners(answers.map(({ status }) => status === 204)), 1)
  assert.equal(
    (await foyer.db.selectFrom('recovery_codes').select('code_hash').execute()).length,
    9,
  )
})

test('one challenge that is answered in four ways at once opens one session', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTheChallenge(t)
  const bodies = [
    { code: authenticator.code() },
    ...recoveryCodes.slice(0, 3).map((recovery_code) => ({ recovery_code })),
  ]

  const answers = await Promise.all(
    bodies.map((body) => phone.json('/two-factor-challenge', { ...answer, body })),
  )

  assert.equal(winners(answers.map(({ status }) => status === 204)), 1)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 2)
  assert.equal(
    (await foyer.db.selectFrom('recovery_codes').select('code_hash').execute()).length >= 9,
    true,
  )
})

test('round after round, a step of time has one winner and never comes back (MFA-02)', async (t) => {
  const { foyer, secret } = await adaAtTheChallenge(t)
  const { userId, now, key } = await facts(foyer, secret)

  for (let round = 10; round < 50; round++) {
    const step = Math.floor(now / 30_000) + round
    const use = { userId, code: codeOfStep(key, step), phoneTime: step * 30_000 }
    const verdicts = await sixteen(() => useCode(foyer.db, foyer.app.keys, use))
    assert.equal(winners(verdicts.map((verdict) => verdict === 'right')), 1)
    assert.ok(verdicts.every((verdict) => verdict !== 'wrong'))
  }
  const earlier = { userId, code: codeOfStep(key, Math.floor(now / 30_000) + 49), phoneTime: now }
  assert.notEqual(await useCode(foyer.db, foyer.app.keys, earlier), 'right')
})

test('round after round, a recovery code has one winner (MFA-12)', async (t) => {
  const { foyer, secret } = await adaAtTheChallenge(t)
  const { userId, now } = await facts(foyer, secret)

  for (let round = 0; round < 4; round++) {
    const { codes } = await foyer.db
      .transaction()
      .execute((tx) => replaceRecoveryCodes(tx, userId, now))
    for (const code of codes) {
      const left = await sixteen(() =>
        foyer.db.transaction().execute((tx) => useRecoveryCode(tx, userId, code)),
      )
      assert.equal(winners(left.map((it) => it !== null)), 1)
    }
  }
})

test('round after round, a challenge has one winner', async (t) => {
  const { foyer, secret } = await adaAtTheChallenge(t)
  const { userId, now, password_hash } = await facts(foyer, secret)

  for (let round = 0; round < 40; round++) {
    const person = { userId, password_hash, remembered: false, now }
    const started = await foyer.db.transaction().execute((tx) => startChallenge(tx, person))
    const found = await findChallenge(foyer.db, started.secret, now)
    assert.ok(found)
    const won = await sixteen(() =>
      foyer.db.transaction().execute((tx) => consumeChallenge(tx, found, now)),
    )
    assert.equal(winners(won), 1)
  }
})

function winners(won: boolean[]): number {
  return won.filter(Boolean).length
}

async function facts({ db, clock }: Product, secret: string) {
  const { id, password_hash } = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
  const key = fromBase32(secret) ?? Buffer.alloc(0)
  return { userId: id, now: clock.now(), key, password_hash: password_hash ?? '' }
}
