import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaAtTwoFactorChallenge } from '#testing/signed-in-accounts.ts'
import { hours, minutes } from '#testing/test-clock.ts'

const { email, password } = ada

test('no time in a request revives an expired session, link, code or rate limit (TT-01)', async (t) => {
  const { foyer, laptop, phone, authenticator } = await adaAtTwoFactorChallenge(t)
  const then = foyer.clock.now()
  const code = authenticator.nextCode()
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  foyer.clock.advance(2 * hours + minutes)
  const date = new Date(then).toUTCString()
  const claims = { now: then, at: then, time: then, date, timestamp: then, clock: then }
  const headers = {
    date,
    'x-now': String(then),
    'x-time': date,
    'x-clock': String(then),
    'x-time-travel': new Date(then).toISOString(),
    'if-unmodified-since': date,
  }
  const query = new URLSearchParams(Object.entries(claims).map(([name, it]) => [name, `${it}`]))
  const withClaims = (body?: object) => ({
    headers,
    ...(body && { method: 'POST' as const, body: { ...claims, ...body } }),
  })

  const session = await laptop.json(`/user/profile?${query}`, withClaims())
  const challenge = await phone.json(`/two-factor-challenge?${query}`, withClaims({ code }))
  const newPassword = 'lanterns over the harbour'
  const reset = { token, email, password: newPassword, password_confirmation: newPassword }
  const link = await phone.json(`/reset-password?${query}`, withClaims(reset))
  const attacker = foyer.browser()
  await attacker.open('/login')
  const attempt = withClaims({ email: 'eve@example.com', password })
  const statuses = []
  for (let count = 0; count < 6; count++) {
    statuses.push((await attacker.json(`/login?${query}`, attempt)).status)
  }

  assert.equal(session.status, 401)
  assert.ok([401, 410, 422].includes(challenge.status), String(challenge.status))
  assert.equal(link.status, 422)
  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
  const sessions = await foyer.db.selectFrom('sessions').select('created_at').execute()
  assert.ok(sessions.every(({ created_at }) => created_at <= then))
  assert.equal(foyer.app.clock.now(), then + 2 * hours + minutes)
})
