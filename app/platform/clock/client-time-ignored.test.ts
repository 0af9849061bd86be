import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaAtTwoFactorChallenge } from '#testing/people.ts'
import { hours, minutes } from '#testing/test-clock.ts'

const { email, password } = ada

test('nothing a request says about the time revives what has run out: session, link, code, limit (TT-01)', async (t) => {
  const { foyer, laptop, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  const then = foyer.clock.now()
  const code = authenticator.nextCode()
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  foyer.clock.advance(2 * hours + minutes)
  const moment = new Date(then).toUTCString()
  const claims = { now: then, at: then, time: then, date: moment, timestamp: then, clock: then }
  const headers = {
    date: moment,
    'x-now': String(then),
    'x-time': moment,
    'x-clock': String(then),
    'x-time-travel': new Date(then).toISOString(),
    'if-unmodified-since': moment,
  }
  const query = new URLSearchParams(Object.entries(claims).map(([name, it]) => [name, `${it}`]))
  const asking = (body?: object) => ({
    headers,
    ...(body && { method: 'POST' as const, body: { ...claims, ...body } }),
  })

  const session = await laptop.json(`/user/profile?${query}`, asking())
  const answered = await phone.json(`/two-factor-challenge?${query}`, asking({ code }))
  const chosen = 'lanterns over the harbour'
  const reset = { token, email, password: chosen, password_confirmation: chosen }
  const link = await phone.json(`/reset-password?${query}`, asking(reset))
  const guesser = foyer.browser()
  await guesser.open('/login')
  const guess = asking({ email: 'eve@example.com', password })
  const guesses = []
  for (let tries = 0; tries < 6; tries++) {
    guesses.push((await guesser.json(`/login?${query}`, guess)).status)
  }

  assert.equal(session.status, 401)
  assert.ok([401, 410, 422].includes(answered.status), String(answered.status))
  assert.equal(link.status, 422)
  assert.deepEqual(guesses, [422, 422, 422, 422, 422, 429])
  const sessions = await foyer.db.selectFrom('sessions').select('created_at').execute()
  assert.ok(sessions.every(({ created_at }) => created_at <= then))
  assert.equal(foyer.app.clock.now(), then + 2 * hours + minutes)
})
