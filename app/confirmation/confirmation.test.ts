import assert from 'node:assert/strict'
import { test } from 'node:test'

import { changeDuringHashing } from '#testing/count-hashes.ts'
import { ada, signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

const { password } = ada
const confirmPath = '/user/confirm-password'
const statusPath = '/user/confirmed-password-status'

test('the confirmation page lists the available methods (CNF-01)', async (t) => {
  const { laptop } = await signedInAda(t)

  const { status: code, page } = await laptop.visit('password.confirm')

  assert.equal(code, 200)
  assert.equal(page.component, 'Auth/ConfirmPassword')
  assert.deepEqual(page.props['methods'], ['password'])
})

test('the confirmation page redirects guests to sign in, and answers JSON requests with 401 (CNF-02)', async (t) => {
  const guest = (await createTestApp(t)).browser()

  assert.equal((await guest.visit('password.confirm')).location, '/login')
  assert.equal((await guest.json(statusPath)).status, 401)
})

test('completing a registration is no confirmation (MFA-22)', async (t) => {
  const { laptop } = await signedInAda(t)
  const status = await laptop.json(statusPath)

  assert.partialDeepStrictEqual(status.raw.json(), { confirmed: false, endsAt: null })
})

test('the right password confirms this session only (CNF-03)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await phone.visit('password.confirmation.destroy')

  await confirmPassword(laptop)

  const now = foyer.clock.now()
  const { props } = (await laptop.visit('dashboard')).page
  assert.partialDeepStrictEqual(props, { auth: { confirmedAt: new Date(now).toISOString() } })
  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, true)
  assert.equal((await phone.json(statusPath)).raw.json().confirmed, false)
})

test('confirming rotates the session secret (SES-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const thief = foyer.browser()
  for (const [name, value] of laptop.cookies) thief.cookies.set(name, value)

  await confirmPassword(laptop)

  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('a wrong, empty or missing password does not confirm (CNF-04, CNF-05)', async (t) => {
  const { laptop } = await signedInAda(t)

  for (const form of [{ password: 'wrong' }, { password: '' }, {}]) {
    await laptop.visit('password.confirm.store', form)
    const { errors } = (await laptop.visit('password.confirm')).page.props
    assert.deepEqual(Object.keys(errors), ['password'])
  }
  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, false)
})

test('confirming answers JSON requests with 201 and an empty string, or 422 and the field (CNF-07)', async (t) => {
  const { laptop } = await signedInAda(t)
  const post = (body: unknown) => laptop.json(confirmPath, { method: 'POST', body })

  const [wrong, malformed, right] = [
    await post({ password: 'wrong' }),
    await post({ password: ['a'] }),
    await post({ password }),
  ]

  assert.deepEqual([wrong.status, malformed.status, right.status], [422, 422, 201])
  assert.deepEqual(Object.keys(wrong.raw.json().errors), ['password'])
  assert.equal(right.text, '""')
})

test('a confirmation expires after the standard time, or after the requested number of seconds (CNF-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const isConfirmed = async (query = '') =>
    (await laptop.json(statusPath + query)).raw.json().confirmed

  foyer.clock.advance(minutes)
  assert.deepEqual([await isConfirmed(), await isConfirmed('?seconds=60')], [true, false])
  foyer.clock.advance((foyer.config.confirmationMinutes.standard / 2) * minutes)
  await laptop.visit('dashboard')
  foyer.clock.advance((foyer.config.confirmationMinutes.standard / 2 - 2) * minutes)
  assert.equal(await isConfirmed(), true)
  foyer.clock.advance(minutes)
  assert.equal(await isConfirmed(), false)
  assert.partialDeepStrictEqual((await laptop.visit('dashboard')).page.props, {
    auth: { confirmedAt: null },
  })
})

test('setting the clock back does not extend a confirmation', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  foyer.clock.advance(-minutes)

  assert.equal((await laptop.json(statusPath)).raw.json().confirmed, false)
})

test('a confirmation can be ended early', async (t) => {
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

test('limits password attempts of a stolen session to five a minute (MFA-21)', async (t) => {
  const { laptop } = await signedInAda(t)
  const guesses = Array.from({ length: 20 }, () =>
    laptop.json(confirmPath, { method: 'POST', body: { password: 'wrong' } }),
  )

  const answers = await Promise.all(guesses)
  const right = await laptop.json(confirmPath, { method: 'POST', body: { password } })

  assert.equal(answers.filter(({ status: code }) => code === 422).length, 5)
  assert.deepEqual([right.status, Number(right.header('retry-after')) > 0], [429, true])
})

test('confirmation attempts with one stolen cookie from many IP addresses count together (MFA-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guessFromNewAddress = (index: number) => {
    const elsewhere = foyer.browser()
    for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value)
    const attempts = Array.from({ length: 5 }, () =>
      elsewhere.json(confirmPath, { method: 'POST', body: { password: `wrong ${index}` } }),
    )
    return Promise.all(attempts)
  }

  const answers = (
    await Promise.all(Array.from({ length: 3 }, (_, index) => guessFromNewAddress(index)))
  ).flat()

  assert.equal(answers.filter(({ status: code }) => code === 422).length, 9)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('concurrent attempts that end a session notify the owner once', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guess = () => {
    const elsewhere = foyer.browser()
    for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value)
    return elsewhere.json(confirmPath, { method: 'POST', body: { password: 'wrong' } })
  }

  const answers = await Promise.all(Array.from({ length: 15 }, guess))

  assert.equal(answers.filter(({ status: code }) => code === 401).length, 6)
  const notices = (await foyer.mails()).filter(({ subject }) =>
    subject.includes('guess your password'),
  )
  assert.equal(notices.length, 1)
})

test('concurrent confirmations in many tabs leave one session', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const tabs = Array.from({ length: 4 }, () =>
    laptop.json(confirmPath, { method: 'POST', body: { password } }),
  )

  const answers = await Promise.all(tabs)

  // Late requests still carry the previous session secret.
  const late = answers.map(({ status: code }) => code).filter((code) => code !== 201)
  assert.ok(late.length < 4)
  assert.deepEqual(new Set(late).difference(new Set([401])), new Set())
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('a session that ends during the password check is not confirmed', async (t) => {
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

test('too many confirmation attempts end the session and notify the owner (MFA-21)', async (t) => {
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
  assert.equal(mail?.subject, 'Someone tried to guess your password')
})

test('attempts at all password forms count together (MFA-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guess = { password: 'wrong', confirmation: ada.email }
  const paths = ['/user', '/user/other-browser-sessions'] as const
  const statuses: number[] = []
  for (let count = 0; count < 10; count++) {
    const path = paths[count % 2] ?? confirmPath
    statuses.push((await laptop.json(path, { method: 'DELETE', body: guess })).status)
    foyer.clock.advance(61_000)
  }

  assert.deepEqual(statuses, [...Array<number>(9).fill(422), 401])
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('a sensitive action needs a confirmation, which returns to the page before', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const referer = `${foyer.config.origin}/user/profile`
  const enable = { method: 'POST', body: {}, headers: { referer } } as const
  const path = '/user/two-factor-authentication'

  const [visited, json] = [await laptop.visitPath(path, enable), await laptop.json(path, enable)]
  const { page } = await laptop.visit('password.confirm')
  const confirmed = await laptop.visit('password.confirm.store', { password })
  const back = await laptop.visit('profile.show')

  assert.deepEqual(
    [visited.status, visited.location, json.status],
    [303, '/user/confirm-password', 423],
  )
  assert.equal(page.props['returnTo'], '/user/profile')
  assert.equal(confirmed.location, '/user/profile')
  assert.match(String(back.page.flash?.['banner']), /You've confirmed it's you/)
  assert.notEqual((await laptop.visitPath(path, enable)).location, '/user/confirm-password')
})

test('a sensitive action needs a new confirmation after the sensitive time (CNF-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  const answer = await laptop.visitPath('/user/two-factor-authentication', {
    method: 'POST',
    body: {},
  })

  assert.equal(answer.location, '/user/confirm-password')
})

test('a confirmation never returns to a foreign page or to a page of another session', async (t) => {
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
