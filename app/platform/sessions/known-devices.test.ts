import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaOnTwoDevices, signedInAda } from '#testing/signed-in-accounts.ts'

const { email, password } = ada

test('a sign-in from a new device notifies the owner with device, time and address', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()

  assert.equal(mail?.subject, 'A new device signed in to your account')
  assert.equal(mail?.to, email)
  assert.match(mail?.text ?? '', /Device: Safari on iPhone\n/)
  assert.ok(mail?.text.includes(`IP address: ${phone.ipAddress}`))
})

test('sends no notice for the session of a registration or a known browser', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('logout')
  await laptop.visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 1)
})

test('recognizes a browser without cookies in the same network', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  laptop.cookies.clear()
  await laptop.visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 1)
})

test('treats the same kind of browser in another network as a new device', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.browser().visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 2)
})
