import assert from 'node:assert/strict'
import { test } from 'node:test'

import { changeDuringHashing } from '#testing/count-hashes.ts'
import { ada, signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'
import { hours, minutes } from '#testing/test-clock.ts'

const { password } = ada
const confirmPath = '/user/confirm-password'
const statusPath = '/user/confirmed-password-status'

test('the page that asks says by what one can confirm (CNF-01)', async (t) => {
  const { laptop } = await signedInAda(t)

  const { status: code, page } = await laptop.visit('password.confirm')

  assert.equal(code, 200)
  assert.equal(page.component, 'Auth/ConfirmPassword')
  assert.deepEqual(page.props['methods'], ['password'])
})

test('guests are sent to sign in instead, and programs told (CNF-02)', async (t) => {
  const guest = (await createTestApp(t)).browser()

  assert.equal((await guest.visit('password.confirm')).location, '/login')
  assert.equal((await guest.json(statusPath)).status, 401)
})

test('signing in confirms nothing (MFA-22)', async (t) => {
  const { laptop } = await signedInAda(t)
  const here = await laptop.json(statusPath)

  assert.partialDeepStrictEqual(here.raw.json(), { confirmed: false, endsAt: null })
})

test('the right password confirms, for this device alone (CNF-03)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)

  await confirmPassword(laptop)

  const now = foyer.clock.now()
  const { props } = (await laptop.visit('dashboard')).page
  assert.partialDeepStrictEqual(props, { auth: { confirmedAt: new Date(now).toISOString() } })
  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, true)
  assert.equal((await phone.json(statusPath)).raw.json().confirmed, false)
})

test('confirming gives the session a new secret; the old one opens nothing (SES-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const thief = foyer.browser()
  for (const [name, value] of laptop.cookies) thief.cookies.set(name, value)

  await confirmPassword(laptop)

  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('a wrong, empty or missing password confirms nothing and says so (CNF-04, CNF-05)', async (t) => {
  const { laptop } = await signedInAda(t)

  for (const form of [{ password: 'wrong' }, { password: '' }, {}]) {
    await laptop.visit('password.confirm.store', form)
    const { errors } = (await laptop.visit('password.confirm')).page.props
    assert.deepEqual(Object.keys(errors), ['password'])
  }
  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, false)
})

test('programs get 201 and an empty string, or 422 with the field (CNF-07)', async (t) => {
  const { laptop } = await signedInAda(t)
  const post = (body: unknown) => laptop.json(confirmPath, { method: 'POST', body })

  const [wrong, odd, right] = [
    await post({ password: 'wrong' }),
    await post({ password: ['a'] }),
    await post({ password }),
  ]

  assert.deepEqual([wrong.status, odd.status, right.status], [422, 422, 201])
  assert.deepEqual(Object.keys(wrong.raw.json().errors), ['password'])
  assert.equal(right.text, '""')
})

test('a confirmation ends after three hours, or as many seconds as are asked about (CNF-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const isConfirmed = async (query = '') =>
    (await laptop.json(statusPath + query)).raw.json().confirmed

  foyer.clock.advance(15 * minutes)
  assert.deepEqual([await isConfirmed(), await isConfirmed('?seconds=900')], [true, false])
  foyer.clock.advance(1.5 * hours)
  await laptop.visit('dashboard')
  foyer.clock.advance(1.25 * hours)
  assert.equal(await isConfirmed(), false)
  assert.partialDeepStrictEqual((await laptop.visit('dashboard')).page.props, {
    auth: { confirmedAt: null },
  })
})

test('a clock set back does not make a confirmation longer', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  foyer.clock.advance(-minutes)

  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, false)
})

test('one can have it ask again at once', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  await laptop.visit('password.confirmation.destroy')
  await laptop.visit('password.confirmation.destroy')

  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, false)
  const events = await foyer.events('session.conf')
  assert.deepEqual(
    events.map(({ type }) => type),
    ['session.confirmed', 'session.confirmation-ended'],
  )
})

test('a stolen session cannot guess the password: the sixth try within a minute has to wait (MFA-21)', async (t) => {
  const { laptop } = await signedInAda(t)
  const guesses = Array.from({ length: 20 }, () =>
    laptop.json(confirmPath, { method: 'POST', body: { password: 'wrong' } }),
  )

  const answers = await Promise.all(guesses)
  const right = await laptop.json(confirmPath, { method: 'POST', body: { password } })

  assert.equal(answers.filter(({ status: code }) => code === 422).length, 5)
  assert.deepEqual([right.status, Number(right.header('retry-after')) > 0], [429, true])
})

test('guesses with one stolen cookie from many addresses are counted together (MFA-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guess = (address: number) => {
    const elsewhere = foyer.browser()
    for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value)
    const tries = Array.from({ length: 5 }, () =>
      elsewhere.json(confirmPath, { method: 'POST', body: { password: `wrong ${address}` } }),
    )
    return Promise.all(tries)
  }

  const answers = (await Promise.all(Array.from({ length: 3 }, (_, at) => guess(at)))).flat()

  assert.equal(answers.filter(({ status: code }) => code === 422).length, 9)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('of many guesses that end a session at the same moment, its owner hears once', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guess = () => {
    const elsewhere = foyer.browser()
    for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value)
    return elsewhere.json(confirmPath, { method: 'POST', body: { password: 'wrong' } })
  }

  const answers = await Promise.all(Array.from({ length: 15 }, guess))

  assert.equal(answers.filter(({ status: code }) => code === 401).length, 6)
  const notices = (await foyer.mails()).filter(({ subject }) => subject.includes('guess their way'))
  assert.equal(notices.length, 1)
})

test('confirming at the same moment in many tabs leaves one live session', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const tabs = Array.from({ length: 4 }, () =>
    laptop.json(confirmPath, { method: 'POST', body: { password } }),
  )

  const answers = await Promise.all(tabs)

  // Who is late has the session from before.
  const late = answers.map(({ status: code }) => code).filter((code) => code !== 201)
  assert.ok(late.length < 4)
  assert.deepEqual(new Set(late).difference(new Set([401])), new Set())
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('a session that is ended while the password is checked is not confirmed', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.open('/dashboard')

  const answer = await changeDuringHashing(
    t,
    foyer,
    (tx) => tx.deleteFrom('sessions').execute(),
    () => laptop.json(confirmPath, { method: 'POST', body: { password } }),
  )

  assert.equal(answer.status, 401)
  assert.deepEqual(await foyer.events('session.confirmed'), [])
})

test('a session that goes on guessing is ended, and the owner told (MFA-21)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const statuses: number[] = []
  for (let count = 0; count < 10; count++) {
    const body = { password: 'wrong' }
    statuses.push((await laptop.json(confirmPath, { method: 'POST', body })).status)
    foyer.clock.advance(61_000)
  }

  assert.deepEqual(statuses, [...Array<number>(9).fill(422), 401])
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'Someone tried to guess their way into your account')
})

test('guesses count together wherever the password is asked for, and end the session there too (MFA-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guess = { password: 'wrong', confirmation: ada.email }
  const places = ['/user', '/user/other-browser-sessions'] as const
  const statuses: number[] = []
  for (let count = 0; count < 10; count++) {
    const place = places[count % 2] ?? confirmPath
    statuses.push((await laptop.json(place, { method: 'DELETE', body: guess })).status)
    foyer.clock.advance(61_000)
  }

  assert.deepEqual(statuses, [...Array<number>(9).fill(422), 401])
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('what could cost the account is refused until one has confirmed; then one is back where one was', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const referer = `${foyer.config.origin}/user/profile`
  const enable = { method: 'POST', body: {}, headers: { referer } } as const
  const path = '/user/two-factor-authentication'

  const [asked, told] = [await laptop.visitPath(path, enable), await laptop.json(path, enable)]
  const { page } = await laptop.visit('password.confirm')
  const confirmed = await laptop.visit('password.confirm.store', { password })
  const back = await laptop.visit('profile.show')

  assert.deepEqual(
    [asked.status, asked.location, told.status],
    [303, '/user/confirm-password', 423],
  )
  assert.equal(page.props['returnTo'], '/user/profile')
  assert.equal(confirmed.location, '/user/profile')
  assert.match(String(back.page.flash?.['banner']), /it is you/)
  assert.notEqual((await laptop.visitPath(path, enable)).location, '/user/confirm-password')
})

test('fifteen minutes later it asks again (CNF-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  foyer.clock.advance(15 * minutes)

  const answer = await laptop.visitPath('/user/two-factor-authentication', {
    method: 'POST',
    body: {},
  })

  assert.equal(answer.location, '/user/confirm-password')
})

test('a page of someone else, or another session, is never where confirming leads', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const path = '/user/two-factor-authentication'
  const evil = { referer: 'https://evil.example/user/profile' }
  await laptop.visitPath(path, { method: 'POST', body: {}, headers: evil })
  const referer = `${foyer.config.origin}/user/profile`
  await phone.visitPath(path, { method: 'POST', body: {}, headers: { referer } })
  laptop.cookies.set('foyer-interrupted', phone.cookies.get('foyer-interrupted') ?? 'none')

  const answer = await laptop.visit('password.confirm.store', { password })

  assert.equal(answer.location, '/dashboard')
})
