import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readConfig } from '#app/platform/config/config.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { days, minutes } from '#testing/test-clock.ts'

const { email, password } = ada

test('sessions end after the lengths of the settings (PWP-16)', async (t) => {
  const foyer = await createTestApp(t, {
    SESSION_IDLE_MINUTES: '10',
    SESSION_REMEMBERED_DAYS: '2',
    SESSION_MAX_DAYS: '3',
  })
  await registerAccount(foyer, foyer.browser())
  const [short, long] = [foyer.browser(), foyer.browser()]
  await short.visit('login.store', { email, password })
  const signedIn = await long.visit('login.store', { email, password, remember: true })
  const isIn = async (browser: typeof short) => (await browser.visit('dashboard')).status === 200

  foyer.clock.advance(9 * minutes)
  const active = await isIn(short)
  foyer.clock.advance(9 * minutes)
  const activeAgain = await isIn(short)
  foyer.clock.advance(11 * minutes)
  const idle = await isIn(short)
  foyer.clock.advance(1 * days)
  const remembered = [await isIn(long)]
  foyer.clock.advance(1 * days)
  remembered.push(await isIn(long))
  foyer.clock.advance(1 * days)
  remembered.push(await isIn(long))

  assert.deepEqual([active, activeAgain, idle], [true, true, false])
  assert.deepEqual(remembered, [true, true, false])
  assert.match(
    String(signedIn.raw.headers['set-cookie']),
    new RegExp(`Max-Age=${3 * 24 * 60 * 60}\\b`),
  )
})

test('the event log records when the session ends at the latest (PWP-16)', async (t) => {
  const foyer = await createTestApp(t, { SESSION_REMEMBERED_DAYS: '2', SESSION_MAX_DAYS: '3' })
  await registerAccount(foyer, foyer.browser())

  const [started] = await foyer.events('session.started')
  const session = await foyer.db.selectFrom('sessions').select('ends_at').executeTakeFirstOrThrow()

  assert.equal(started?.data['endsAt'], new Date(session.ends_at).toISOString())
  assert.ok(session.ends_at <= foyer.clock.now() + 3 * days)
})

test('a confirmation counts for the minutes of the settings (PWP-17)', async (t) => {
  const foyer = await createTestApp(t, {
    CONFIRMATION_MINUTES: '20',
    SENSITIVE_CONFIRMATION_MINUTES: '5',
  })
  await registerAccount(foyer, foyer.browser())
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  const confirmed = async (level: string) =>
    (await phone.json(`/user/confirmed-password-status?level=${level}`)).raw.json().confirmed
  const both = async () => [await confirmed('sensitive'), await confirmed('standard')]
  const setUp = () => phone.json('/user/two-factor-authentication', { method: 'POST', body: {} })

  const fresh = await both()
  const { props } = (await phone.visit('dashboard')).page
  foyer.clock.advance(5 * minutes)
  const [later, refused] = [await both(), (await setUp()).status]
  foyer.clock.advance(15 * minutes)
  const over = await both()

  assert.deepEqual(
    [fresh, later, over],
    [
      [true, true],
      [false, true],
      [false, false],
    ],
  )
  assert.equal(refused, 423)
  assert.partialDeepStrictEqual(props, {
    auth: { confirmationMinutes: { standard: 20, sensitive: 5 } },
  })
  assert.partialDeepStrictEqual((await phone.visit('dashboard')).page.props, {
    auth: { confirmationMinutes: null },
  })
})

const unsafe: [setting: string, value: string][] = [
  ['SESSION_IDLE_MINUTES', '4'],
  ['SESSION_IDLE_MINUTES', '1441'],
  ['SESSION_REMEMBERED_DAYS', '0'],
  ['SESSION_REMEMBERED_DAYS', '91'],
  ['SESSION_MAX_DAYS', '401'],
  ['CONFIRMATION_MINUTES', '14'],
  ['CONFIRMATION_MINUTES', '1441'],
  ['SENSITIVE_CONFIRMATION_MINUTES', '4'],
  ['SENSITIVE_CONFIRMATION_MINUTES', '61'],
]

for (const [setting, value] of unsafe) {
  test(`the setting ${setting}=${value} is out of bounds (PWP-17)`, () => {
    assert.throws(() => readConfig({ [setting]: value }), /must (?:be a whole number|not exceed)/)
  })
}
