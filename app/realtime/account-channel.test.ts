import assert from 'node:assert/strict'
import { test } from 'node:test'

import { allTold, listen } from '#testing/listener.ts'
import { adaAtHome, adaOnTwoDevices, beginTwoFactor, confirmPassword } from '#testing/people.ts'

const profile = { name: 'Ada King', locale: '', timezone: '' }

test('what happens to an account is told on its channel, in the order of its record', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const page = await listen(t, foyer, laptop)

  await phone.visit('user-profile-information.update', profile)
  await phone.visit('logout')

  const updated = await page.next('profile.updated')
  const ended = await page.next('session.ended')
  assert.equal(Number(ended['sequence']), Number(updated['sequence']) + 1)
  assert.equal(ended['ended'], ended['session'])
})

test('a message says that something happened, never what: no secret, address or name goes out (WS-12)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const page = await listen(t, foyer, laptop)

  await laptop.visit('user-profile-information.update', profile)
  await confirmPassword(laptop)
  await laptop.json('/user/api-tokens', {
    method: 'POST',
    body: { name: 'Backup script', permissions: ['read'] },
  })
  const authenticator = await beginTwoFactor(laptop)
  const code = authenticator.code()
  await laptop.json('/user/confirmed-two-factor-authentication', { method: 'POST', body: { code } })

  await page.until(() => page.heard.some(({ name }) => name === 'two-factor.enabled'))
  assert.deepEqual(
    new Set(page.heard.flatMap(({ data }) => Object.keys(data))),
    new Set(['sequence', 'at', 'session', '_offset']),
  )
  assert.ok(page.heard.length >= 4)
})

test('a new sign-in says where, for whoever did not expect it', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const page = await listen(t, foyer, laptop)
  const phone = foyer.browser()
  phone.userAgent = 'Mozilla/5.0 (Android 16; Mobile) Gecko/144.0 Firefox/144.0'

  await phone.visit('login.store', { email: 'ada@example.com', password: 'a row of quiet engines' })

  const { from, session } = await page.next('session.started')
  assert.deepEqual(from, {
    browser: 'Firefox',
    platform: 'Android',
    isPhone: true,
    ip: phone.address,
  })
  const { page: shown } = await phone.send('/user/profile')
  assert.equal(Object(shown.props['realtime']).session, session)
})

test('what happened between the drawing of a page and its listening is told, in order and once', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const page = await listen(t, foyer, laptop, {
    meanwhile: async () => {
      await phone.visit('user-profile-information.update', profile)
      await phone.visit('user-profile-information.update', { ...profile, name: 'Ada Byron' })
      await allTold(foyer)
    },
  })

  await phone.visit('logout')

  await page.next('session.ended')
  assert.deepEqual(
    page.heard.map(({ name }) => name),
    ['profile.updated', 'profile.updated'],
  )
})

test('a document brings the place, a visit does not, unless the channel is another', async (t) => {
  const { laptop } = await adaAtHome(t)
  const first = await laptop.send('/user/profile')
  const known = Object.keys(Object(first.page).onceProps).join(',')

  const visit = await laptop.send('/dashboard', {
    headers: { 'x-inertia-except-once-props': known },
  })

  assert.match(Object(first.page.props['realtime']).channel, /^private-account\.[0-9a-f-]{36}$/)
  assert.equal(visit.page.props['realtime'], undefined)
})
