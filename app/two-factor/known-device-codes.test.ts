import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaOnTwoDevices, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const { email, password } = ada

const answer = async (browser: TestBrowser, code: string) =>
  browser.json('/two-factor-challenge', { method: 'POST', body: { code } })

test('a thief with the password who uses up the guesses does not keep out a known device (MFA-07)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await phone.visit('logout')
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    const thief = foyer.browser()
    await thief.visit('login.store', { email, password })
    for (let guess = 0; guess < 5; guess++) statuses.push((await answer(thief, '000000')).status)
  }
  const stranger = foyer.browser()

  await stranger.visit('login.store', { email, password })
  const elsewhere = await answer(stranger, authenticator.nextCode())
  await phone.visit('login.store', { email, password })
  const own = await answer(phone, authenticator.nextCode())

  assert.deepEqual(
    [statuses.filter((status) => status === 422).length, elsewhere.status],
    [20, 429],
  )
  assert.equal(own.status, 204)
})
