import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hashPassword } from '#app/platform/password-hash.ts'
import { prune } from '#app/platform/prune.ts'
import type { Browser } from '#testing/browser.ts'
import { eraseEveryone } from '#testing/database.ts'
import { ada, adaAtHome, adaAtTheChallenge, turnOnTwoFactor } from '#testing/people.ts'
import { minutes } from '#testing/test-clock.ts'

import { fromBase32 } from './base32.ts'

const { email, password } = ada
const challenge = '/two-factor-challenge'
const halfMinute = 30_000

const answer = (browser: Browser, body: unknown) =>
  browser.json(challenge, { method: 'POST', body })

test('the right password leads to the challenge and opens no session (LGN-14, LGN-17, MFA-17)', async (t) => {
  const { foyer, phone } = await adaAtTheChallenge(t)

  assert.equal((await phone.visit('dashboard')).to, '/login')
  assert.equal((await phone.json('/user/two-factor-recovery-codes')).status, 401)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
  assert.equal((await phone.visit('two-factor.login')).page.component, 'Auth/TwoFactorChallenge')
})

test('programs are told that a second factor is asked for, and get 204 once they have it (TFC-03)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const { authenticator } = await turnOnTwoFactor(laptop)
  const program = foyer.browser()
  await program.open('/login')

  const asked = await program.json('/login', { method: 'POST', body: { email, password } })
  const passed = await answer(program, { code: authenticator.code() })

  assert.deepEqual([asked.status, asked.response.json()], [200, { two_factor: true }])
  assert.deepEqual([passed.status, passed.text], [204, ''])
  assert.equal((await program.visit('dashboard')).status, 200)
  assert.equal(
    await foyer.db.selectFrom('two_factor_challenges').select('id').executeTakeFirst(),
    undefined,
  )
})

test('a code leads on to where the person was going (TFC-03)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const { authenticator } = await turnOnTwoFactor(laptop)
  const phone = foyer.browser()
  await phone.open('/dashboard?from=mail')
  await phone.visit('login.store', { email, password })

  const passed = await phone.visit('two-factor.login.store', { code: authenticator.code() })

  assert.equal(passed.to, '/dashboard?from=mail')
  const { method } = await foyer.db
    .selectFrom('sessions')
    .select('method')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(method, 'code')
})

test('a wrong password says nothing about two-factor (LOG-07)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const wrong = { method: 'POST', body: { email, password: 'wrong' } } as const
  const [before, after] = [foyer.browser(), foyer.browser()]
  await before.open('/login')
  await after.open('/login')

  const without = await before.json('/login', wrong)
  await turnOnTwoFactor(laptop)
  const withIt = await after.json('/login', wrong)

  assert.deepEqual([withIt.status, withIt.text], [without.status, without.text])
})

test('"Keep me signed in" is carried through the challenge, and so is its absence (LGN-21)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t, { remember: true })
  await answer(phone, { code: authenticator.code() })
  foyer.clock.advance(5 * 60 * minutes)
  const brief = foyer.browser()
  await brief.visit('login.store', { email, password, remember: false })
  await answer(brief, { code: authenticator.code() })

  const rows = await foyer.db.selectFrom('sessions').select('remembered').orderBy('id').execute()

  assert.deepEqual(rows.slice(1), [{ remembered: 1 }, { remembered: 0 }])
})

test('a wrong code opens nothing, keeps the challenge, and stands in the record (TFC-04)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)

  const wrong = await phone.visit('two-factor.login.store', { code: '000000' })
  const { errors } = (await phone.visit('two-factor.login')).page.props
  const right = await answer(phone, { code: authenticator.code() })

  assert.deepEqual([wrong.status, wrong.to], [303, challenge])
  assert.deepEqual(Object.keys(errors), ['code'])
  assert.equal(right.status, 204)
  const refused = await foyer.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'sign-in.refused')
    .execute()
  assert.deepEqual(
    refused.map(({ data }) => JSON.parse(data)),
    [{ reason: 'code', count: 1 }],
  )
})

test('codes of one step ago work, of two steps ago or ahead do not (TFC-04, MFA-05, MFA-23)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  foyer.clock.advance(5 * halfMinute)
  const at = (steps: number) => authenticator.codeAt(foyer.clock.now() + steps * halfMinute)

  const answers = []
  for (const steps of [-2, 2, -1]) answers.push(await answer(phone, { code: at(steps) }))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422, 204],
  )
})

test('a code works once, wherever it is sent from (MFA-02)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })
  const code = authenticator.code()

  const first = await answer(phone, { code })
  const second = await answer(thief, { code })
  const older = await answer(thief, { code: authenticator.codeAt(foyer.clock.now()) })

  assert.deepEqual([first.status, second.status, older.status], [204, 422, 422])
  assert.match(second.response.json().message, /has been used/)
})

test('the code that turned it on does not sign in as well (MFA-02)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)

  const again = await answer(phone, { code: authenticator.codeAt(foyer.clock.now()) })

  assert.equal(again.status, 422)
})

test('two people may have the same code at the same time (MFA-04)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  const grace = { ...ada, email: 'grace@example.com' }
  const hers = foyer.browser()
  await hers.visit('register.store', { ...grace, terms: true })
  await hers.send(await foyer.linkInMail(), { method: 'POST', body: {} })
  await turnOnTwoFactor(hers)
  await shareKey(foyer, authenticator.secret, grace.email)
  const elsewhere = foyer.browser()
  await elsewhere.visit('login.store', grace)
  const code = authenticator.code()

  const answers = [await answer(phone, { code }), await answer(elsewhere, { code })]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  )
})

async function shareKey(
  { db, app }: Awaited<ReturnType<typeof adaAtTheChallenge>>['foyer'],
  secret: string,
  address: string,
): Promise<void> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirstOrThrow()
  const hex = fromBase32(secret)?.toString('hex') ?? ''
  const two_factor_secret_sealed = app.keys.seal('two-factor', hex, id)
  await db.updateTable('users').set({ two_factor_secret_sealed }).where('id', '=', id).execute()
}

test('a recovery code signs in once, in any spelling, and the owner is told how many are left (TFC-05, MFA-12)', async (t) => {
  const { foyer, phone, recoveryCodes } = await adaAtTheChallenge(t)
  const [code = ''] = recoveryCodes
  const again = foyer.browser()
  await again.visit('login.store', { email, password })

  const first = await answer(phone, {
    recovery_code: ` ${code.toUpperCase().replaceAll('-', ' ')}`,
  })
  const second = await answer(again, { recovery_code: code })

  assert.deepEqual([first.status, second.status], [204, 422])
  assert.deepEqual(Object.keys(second.response.json().errors), ['recovery_code'])
  const mail = (await foyer.mails()).find(({ subject }) => subject === 'A recovery code was used')
  assert.match(mail?.text ?? '', /9 codes are left/)
})

test('recovery codes that were replaced while one was on its way are dead (MFA-13)', async (t) => {
  const { laptop, phone, recoveryCodes } = await adaAtTheChallenge(t)

  const [replaced, used] = await Promise.all([
    laptop.json('/user/two-factor-recovery-codes', { method: 'POST', body: {} }),
    answer(phone, { recovery_code: recoveryCodes[0] }),
  ])
  const after = await answer(phone, { recovery_code: recoveryCodes[1] })

  assert.equal(replaced.status, 200)
  assert.ok([204, 422].includes(used.status))
  assert.notEqual(after.status, 204)
})

test('tries are counted for the person: a new challenge does not bring new ones (MFA-07, TFC-07)', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTheChallenge(t)
  const statuses = []
  for (let tries = 0; tries < 5; tries++) {
    statuses.push((await answer(phone, { code: '000000' })).status)
  }
  await phone.visit('login.store', { email, password })

  const limited = await answer(phone, { code: authenticator.code() })

  assert.deepEqual(statuses, [422, 422, 422, 422, 422])
  assert.equal(limited.status, 429)
  assert.deepEqual(Object.keys(limited.response.json().errors), ['code'])
  assert.ok(Number(limited.header('retry-after')) > 0)
  assert.equal((await answer(phone, { recovery_code: recoveryCodes[0] })).status, 204)
  assert.ok(foyer)
})

test('guesses from many addresses at once share one limit for the person (MFA-07)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await turnOnTwoFactor(laptop)
  const thieves = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const thief = foyer.browser()
      await thief.visit('login.store', { email, password })
      return thief
    }),
  )

  const guesses = thieves.flatMap((thief) =>
    Array.from({ length: 5 }, () => answer(thief, { code: '000000' })),
  )
  const answers = await Promise.all(guesses)

  assert.equal(answers.filter(({ status }) => status === 422).length, 20)
})

test('ten wrong codes end the challenge, and the third tells the owner (MFA-07)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  for (let tries = 0; tries < 9; tries++) {
    await answer(phone, { code: '000000' })
    foyer.clock.advance(15_000)
  }
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  const tenth = await answer(phone, { code: '000000' })
  const after = await answer(phone, { code: authenticator.code() })

  assert.equal(subjects.filter((it) => it === 'Somebody may know your password').length, 1)
  assert.deepEqual([tenth.status, after.status], [401, 401])
})

test('after ten minutes the challenge is over, and a friendly sentence leads back (MFA-09)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  foyer.clock.advance(10 * minutes)

  const late = await phone.visit('two-factor.login.store', { code: authenticator.code() })
  const { flash } = (await phone.visit('login')).page
  const again = (await phone.visit('login')).page

  assert.equal(late.to, '/login')
  assert.match(String(flash?.['banner']), /enter your password once more/)
  assert.equal(again.flash?.['banner'], undefined)
  assert.equal((await phone.visit('two-factor.login')).to, '/login')
  await prune(foyer, foyer.clock.now())
  assert.deepEqual(await foyer.db.selectFrom('two_factor_challenges').selectAll().execute(), [])
})

test('a password that is changed meanwhile ends the challenge (MFA-09)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  const password_hash = await hashPassword('a password set meanwhile')
  await foyer.db.updateTable('users').set({ password_hash }).execute()

  const passed = await answer(phone, { code: authenticator.code() })

  assert.equal(passed.status, 401)
})

test('an account that is deleted or turned off meanwhile ends the challenge (MFA-09)', async (t) => {
  const { foyer, laptop, phone, authenticator } = await adaAtTheChallenge(t)
  await laptop.visit('two-factor.disable')
  assert.equal((await answer(phone, { code: authenticator.code() })).status, 401)
  await turnOnTwoFactor(laptop)
  await phone.visit('login.store', { email, password })
  await eraseEveryone(foyer.db)

  assert.equal((await answer(phone, { code: '123456' })).status, 401)
})

test('a browser that signs someone else in answers for them alone (MFA-10)', async (t) => {
  const { foyer, phone, authenticator } = await adaAtTheChallenge(t)
  const grace = { ...ada, email: 'grace@example.com' }
  const hers = foyer.browser()
  await hers.visit('register.store', { ...grace, terms: true })
  await hers.send(await foyer.linkInMail(), { method: 'POST', body: {} })
  await turnOnTwoFactor(hers)
  await phone.visit('login.store', grace)

  assert.equal((await answer(phone, { code: authenticator.code() })).status, 422)
})

test('the secret of a challenge is in a cookie of its own, kept as a hash, and opens no page', async (t) => {
  const { foyer, phone } = await adaAtTheChallenge(t)
  const secret = phone.cookies.get('foyer-challenge') ?? ''
  const thief = foyer.browser()
  thief.cookies.set('foyer', secret)

  const stored = await foyer.db.selectFrom('two_factor_challenges').selectAll().execute()

  assert.match(secret, /^[\w-]{43}$/)
  assert.ok(!JSON.stringify(stored).includes(secret))
  assert.equal((await thief.visit('dashboard')).to, '/login')
})

test('without a challenge there is nothing to answer', async (t) => {
  const { foyer } = await adaAtHome(t)
  const browser = foyer.browser()
  await browser.open('/login')

  assert.equal((await browser.visit('two-factor.login')).to, '/login')
  assert.equal((await answer(browser, { code: '123456' })).status, 401)
})

test('an empty answer or one of the wrong type is refused with a sentence', async (t) => {
  const { phone } = await adaAtTheChallenge(t)
  const bodies = [
    {},
    { code: '' },
    { code: null },
    { recovery_code: '' },
    { code: ['1'] },
    { code: 1 },
  ]

  const answers = []
  for (const body of bodies) answers.push(await answer(phone, body))

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [422])
})

test('a key that is no longer known refuses codes and still takes recovery codes', async (t) => {
  const { foyer, phone, authenticator, recoveryCodes } = await adaAtTheChallenge(t)
  await foyer.db.updateTable('users').set({ two_factor_secret_sealed: 'AQ' }).execute()

  assert.equal((await answer(phone, { code: authenticator.code() })).status, 422)
  assert.equal((await answer(phone, { recovery_code: recoveryCodes[0] })).status, 204)
})
