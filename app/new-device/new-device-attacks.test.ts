import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addKnownDevice } from '#app/platform/sessions/known-devices.ts'
import { createCli } from '#testing/cli.ts'
import {
  adaAtHome,
  codeMails,
  enterCode,
  enterPassword,
  mailedCode,
} from '#testing/device-codes.ts'
import {
  ada,
  AuthenticatorApp,
  confirmPassword,
  enableTwoFactor,
} from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

const { email, password } = ada

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

test('a new-device code works only in the browser that requested it (DEV-12)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const owner = await enterPassword(foyer)
  const code = await mailedCode(foyer)
  const thief = await enterPassword(foyer)

  const stolen = await enterCode(thief, code)

  assert.equal(stolen.location, '/new-device')
  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal((await enterCode(foyer.browser(), code)).location, '/login')
  assert.equal((await enterCode(owner, code)).location, '/dashboard')
})

test('the cookie of the sign-in opens neither an account nor the second factor (DEV-12)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  const thief = foyer.browser()
  thief.cookies.set('foyer', phone.cookies.get('foyer-challenge') ?? '')
  thief.cookies.set('foyer-challenge', phone.cookies.get('foyer-challenge') ?? '')

  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal((await thief.visit('two-factor.login')).location, '/login')
})

test('the challenge of a second factor is no sign-in on a new device (DEV-12)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await enableTwoFactor(laptop)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })

  assert.equal((await phone.visit('new-device.show')).location, '/login')
  assert.deepEqual(await codeMails(foyer), [])
})

test('a new-device code expires after ten minutes, and a new one replaces it (DEV-12)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  const first = await mailedCode(foyer)
  foyer.clock.advance(9 * minutes)
  await phone.visit('new-device.send')
  const second = await mailedCode(foyer)
  foyer.clock.advance(9 * minutes)

  if (first !== second) assert.equal((await enterCode(phone, first)).location, '/new-device')
  assert.equal((await enterCode(phone, second)).location, '/dashboard')
  const late = await enterPassword(foyer)
  const expired = await mailedCode(foyer)
  foyer.clock.advance(10 * minutes)
  assert.equal((await enterCode(late, expired)).location, '/login')
})

test('of concurrent entries of the right new-device code exactly one starts a session (DEV-13)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  const code = await mailedCode(foyer)

  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => enterCode(phone, code)))

  assert.equal(answers.filter(({ location }) => location === '/dashboard').length, 1)
  assert.equal((await foyer.events('session.started')).length, 2)
})

test('with SINGLE_SESSION the session after the new-device code is the only one (DEV-13)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t, { SINGLE_SESSION: '1' })
  const phone = await enterPassword(foyer)
  assert.equal((await laptop.visit('dashboard')).status, 200)

  await enterCode(phone, await mailedCode(foyer))

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('five wrong new-device codes end the sign-in, also when more codes are requested in between (DEV-14)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const thief = await enterPassword(foyer)
  const guess = async () => enterCode(thief, otherThan(await mailedCode(foyer)))
  for (let count = 0; count < 3; count++) assert.equal((await guess()).location, '/new-device')
  await thief.visit('new-device.send')
  foyer.clock.advance(minutes)
  assert.equal((await guess()).location, '/new-device')

  const fifth = await guess()

  assert.equal(fifth.location, '/login')
  assert.equal((await enterCode(thief, await mailedCode(foyer))).location, '/login')
  const refused = await foyer.events('sign-in.refused')
  assert.partialDeepStrictEqual(refused[0]?.data, { reason: 'code' })
})

test('over many sign-ins from many networks, an account allows 20 guesses of new-device codes a day (DEV-14)', async (t) => {
  const { foyer } = await adaAtHome(t)
  let compared = 0
  for (let round = 0; round < 8; round++) {
    const thief = await enterPassword(foyer)
    for (let count = 0; count < 5; count++) {
      const guess = { method: 'POST', body: { code: '000000' } } as const
      const { status } = await thief.json('/new-device', guess)
      if (status === 422 || status === 401) compared++
    }
    foyer.clock.advance(61 * minutes)
  }
  const owner = await enterPassword(foyer)
  const code = await mailedCode(foyer)

  const sameDay = await owner.json('/new-device', { method: 'POST', body: { code } })
  foyer.clock.advance(days)
  const nextDay = await enterPassword(foyer)

  assert.equal(compared, 20)
  assert.equal(sameDay.status, 429)
  assert.equal((await enterCode(nextDay, await mailedCode(foyer))).location, '/dashboard')
})

test('used-up guesses do not keep out a device that becomes known while it waits (DEV-14)', async (t) => {
  const { foyer } = await adaAtHome(t)
  for (let round = 0; round < 4; round++) {
    const thief = await enterPassword(foyer)
    for (let count = 0; count < 5; count++) await enterCode(thief, '000000')
    foyer.clock.advance(61 * minutes)
  }
  const owner = await enterPassword(foyer)
  const { id: userId } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const device = 'd'.repeat(43)
  owner.cookies.set('foyer-device', device)
  const origin = { userId, device, ip: null, userAgent: null, now: foyer.clock.now() }
  const before = await enterCode(owner, '000000')
  await foyer.db.transaction().execute((tx) => addKnownDevice(tx, origin))

  const after = await enterCode(owner, await mailedCode(foyer))

  assert.notEqual(before.location, '/dashboard')
  assert.equal(after.location, '/dashboard')
})

test('an account gets six code mails an hour, and the page says when no more are sent (DEV-14)', async (t) => {
  const { foyer } = await adaAtHome(t)
  for (let count = 0; count < 6; count++) await enterPassword(foyer)

  const seventh = await enterPassword(foyer)
  const again = await seventh.json('/new-device/code', { method: 'POST', body: {} })

  assert.equal((await codeMails(foyer)).length, 6)
  assert.equal((await seventh.visit('new-device.show')).page.props['isCodeSent'], false)
  assert.match((await seventh.open('/new-device')).text, /We can&#x27;t email a code right now/)
  assert.equal(again.status, 429)
  foyer.clock.advance(61 * minutes)
  const later = await enterPassword(foyer)
  assert.equal((await enterCode(later, await mailedCode(foyer))).location, '/dashboard')
})

test('a password change, a lock and a new second factor end a sign-in that waits for a new-device code (DEV-15)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const changed = 'lanterns over the harbour'
  const beforeChange = await enterPassword(foyer)
  const firstCode = await mailedCode(foyer)
  const form = { password: changed, password_confirmation: changed }
  await laptop.visit('user-password.update', { ...form, current_password: password })
  const beforeFactor = await enterPassword(foyer, { password: changed })
  const secondCode = await mailedCode(foyer)
  await enableTwoFactorWith(laptop, changed)

  assert.equal((await enterCode(beforeChange, firstCode)).location, '/login')
  assert.equal((await enterCode(beforeFactor, secondCode)).location, '/login')
})

async function enableTwoFactorWith(laptop: TestBrowser, current: string): Promise<void> {
  await confirmPassword(laptop, current)
  await laptop.visit('two-factor.enable')
  const { secretKey } = (await laptop.json('/user/two-factor-secret-key')).raw.json()
  const app = new AuthenticatorApp(secretKey, laptop)
  const { status } = await laptop.visit('two-factor.confirm', { code: app.nextCode() })
  assert.equal(status, 303)
}

test('a new-device code does not open a locked account (DEV-15)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  const code = await mailedCode(foyer)

  await createCli(foyer)('user:lock', email, '--yes')

  assert.equal((await enterCode(phone, code)).location, '/login')
})

test('a reported takeover ends the sign-in, and makes every device new (DEV-15)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const thief = await enterPassword(foyer)
  const [mail] = await codeMails(foyer)
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  const code = await mailedCode(foyer)

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.equal((await enterCode(thief, code)).location, '/login')
})
