import assert from 'node:assert/strict'
import { test } from 'node:test'

import { waitForOutbox, connectPusherJsClient } from '#testing/pusher-js-client.ts'
import {
  signedInAda,
  adaOnTwoDevices,
  startTwoFactorSetup,
  confirmPassword,
} from '#testing/signed-in-accounts.ts'
import { buildTestApp } from '#testing/test-app.ts'

const profile = { name: 'Ada King', locale: '', timezone: '' }

test('events are broadcast on the account’s channel in log order', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)

  await phone.visit('user-profile-information.update', profile)
  await phone.visit('logout')

  const updated = await page.nextEvent('profile.updated')
  const ended = await page.nextEvent('session.ended')
  assert.equal(Number(ended['sequence']), Number(updated['sequence']) + 1)
  assert.equal(ended['ended'], ended['session'])
})

test('a broadcast contains no secret, address or name (WS-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)

  await laptop.visit('user-profile-information.update', profile)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'ada@new.example' })
  const authenticator = await startTwoFactorSetup(laptop)
  const code = authenticator.nextCode()
  await laptop.json('/user/confirmed-two-factor-authentication', { method: 'POST', body: { code } })

  await page.waitUntil(() => page.received.some(({ name }) => name === 'two-factor.enabled'))
  assert.deepEqual(
    new Set(page.received.flatMap(({ data }) => Object.keys(data))),
    new Set(['sequence', 'at', 'session', '_offset']),
  )
  assert.ok(page.received.length >= 4)
})

test('a new sign-in is broadcast with its device', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)
  const phone = foyer.browser()
  phone.userAgent = 'Mozilla/5.0 (Android 16; Mobile) Gecko/144.0 Firefox/144.0'

  await phone.visit('login.store', { email: 'ada@example.com', password: 'a row of quiet engines' })

  const { from, session } = await page.nextEvent('session.started')
  assert.deepEqual(from, {
    browser: 'Firefox',
    platform: 'Android',
    isPhone: true,
    ip: phone.ipAddress,
  })
  const { page: shown } = await phone.visitPath('/user/profile')
  assert.equal(Object(shown.props['realtime']).session, session)
})

test('events between rendering and subscribing are delivered in order and once', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop, {
    beforeConnect: async () => {
      await phone.visit('user-profile-information.update', profile)
      await phone.visit('user-profile-information.update', { ...profile, name: 'Ada Byron' })
      await waitForOutbox(foyer)
    },
  })

  await phone.visit('logout')

  await page.nextEvent('session.ended')
  assert.deepEqual(
    page.received.flatMap(({ name }) => (name === 'notifications.changed' ? [] : name)),
    ['profile.updated', 'profile.updated'],
  )
})

test('a document contains the stream position, a visit only for another channel', async (t) => {
  const { laptop } = await signedInAda(t)
  const first = await laptop.visitPath('/user/profile')
  const known = Object.keys(Object(first.page).onceProps).join(',')

  const visit = await laptop.visitPath('/dashboard', {
    headers: { 'x-inertia-except-once-props': known },
  })

  assert.match(Object(first.page.props['realtime']).channel, /^private-account\.[0-9a-f-]{36}$/)
  assert.equal(visit.page.props['realtime'], undefined)
})
