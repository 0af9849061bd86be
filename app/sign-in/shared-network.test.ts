import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaWithoutMailbox, askForRecovery, validForm } from '#testing/account-recovery.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { codeInMail, otherThan } from '#testing/mailed-codes.ts'
import { ada, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const sharedIp = '203.0.113.9'

/** A browser behind the same address as every other one of this file. */
async function inSharedNetwork(foyer: TestApp): Promise<TestBrowser> {
  const browser = new TestBrowser(foyer.app, sharedIp)
  await browser.open('/login')
  return browser
}

/** Sends a wrong form until the day of this network is used up. @returns the last answer */
async function useUpDay(foyer: TestApp, browser: TestBrowser, path: string, body: object) {
  for (let round = 0; round < 5; round++) {
    for (let one = 0; one < 5; one++) await browser.json(path, { method: 'POST', body })
    foyer.clock.advance(11 * minutes)
  }
  return browser.json(path, { method: 'POST', body })
}

test('a stranger in the same network does not keep the owner out of a known device (LOG-14)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = await inSharedNetwork(foyer)
  await registerAccount(foyer, laptop)
  await laptop.visit('logout')
  const stranger = await inSharedNetwork(foyer)

  const last = await useUpDay(foyer, stranger, '/login', { email, password: 'wrong' })
  const own = await laptop.visit('login.store', { email, password })

  assert.equal(last.status, 429)
  assert.equal(own.location, '/dashboard')
})

test('a stranger in the same network does not keep the owner from a confirmation on a known device (LOG-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  // The thief has the session, and the network, not the browser.
  const thief = new TestBrowser(foyer.app, laptop.ipAddress)
  for (const name of ['foyer', 'XSRF-TOKEN'])
    thief.cookies.set(name, laptop.cookies.get(name) ?? '')
  const guess = { method: 'POST', body: { password: 'wrong' } } as const
  for (let one = 0; one < 6; one++) await thief.json('/user/confirm-password', guess)
  const last = await thief.json('/user/confirm-password', guess)

  const own = await laptop.json('/user/confirm-password', { method: 'POST', body: { password } })

  assert.equal(last.status, 429)
  assert.equal(own.status, 201)
})

test('a stranger in the same network does not keep the owner from a mailed code on a known device (LOG-14)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = await inSharedNetwork(foyer)
  await registerAccount(foyer, laptop)
  await laptop.visit('logout')
  const stranger = await inSharedNetwork(foyer)
  await stranger.visit('email-code.send', { email })
  const wrong = { code: otherThan(await codeInMail(foyer)) }
  for (let one = 0; one < 10; one++)
    await stranger.json('/login/code/verify', { method: 'POST', body: wrong })
  const last = await stranger.json('/login/code/verify', { method: 'POST', body: wrong })

  await laptop.visit('email-code.send', { email })
  const own = await laptop.visit('email-code.store', { code: await codeInMail(foyer) })

  assert.equal(last.status, 429)
  assert.equal(own.location, '/dashboard')
})

test('a stranger in the same network does not keep the owner from a recovery on a known device (LOG-14)', async (t) => {
  const owner = await adaWithoutMailbox(t)
  const { foyer, laptop } = owner
  await laptop.visit('logout')
  const stranger = new TestBrowser(foyer.app, laptop.ipAddress)
  await stranger.open('/recover-account')
  const wrong = { email, recovery_code: 'AAAA-AAAA-AAAA', code: '000000' }
  const last = await useUpDay(foyer, stranger, '/recover-account', wrong)

  const own = await askForRecovery(laptop, validForm(owner))

  assert.equal(last.status, 429)
  assert.equal(own.location, '/recover-account')
  assert.equal((await foyer.events('recovery.requested')).length, 1)
})

test('on a new device of a network whose day is used up, a mailed link lets the owner in (DEV-20)', async (t) => {
  const { foyer } = await signedInAda(t)
  const stranger = await inSharedNetwork(foyer)
  const last = await useUpDay(foyer, stranger, '/login', { email, password: 'wrong' })
  const phone = await inSharedNetwork(foyer)
  const before = await phone.visit('login.store', { email, password })

  const link = await linkInMailTo(foyer, email, /\/sign-in-unlock\/\S+/)
  await phone.visitPath(link, { method: 'POST', body: {} })
  const after = await phone.visit('login.store', { email, password })

  assert.match(last.raw.json().message, /Try again in \d+ hours, or open the link we've emailed/)
  assert.notEqual(before.location, '/dashboard')
  assert.equal(after.location, '/dashboard')
})
