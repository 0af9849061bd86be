import assert from 'node:assert/strict'
import { test } from 'node:test'

import { codeInMail, isSignedIn, otherThan } from '#testing/mailed-codes.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const register = (browser: TestBrowser, person = ada) =>
  browser.visit('register.store', { ...person, terms: true })
const enter = (browser: TestBrowser, code: string) => browser.visit('verification.code', { code })
const addresses = ({ db }: TestApp) =>
  db.selectFrom('users').select(['email', 'email_verified_at']).execute()

test('the code of the mail completes a registration in the browser that began it (COD-23)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = foyer.browser()
  await register(laptop)
  assert.equal((await laptop.visit('verification.notice')).page.props['takesCode'], true)

  const answer = await enter(laptop, await codeInMail(foyer))

  assert.deepEqual([answer.location, await isSignedIn(laptop)], ['/dashboard', true])
  const [user] = await addresses(foyer)
  assert.deepEqual([user?.email, user?.email_verified_at], [ada.email, foyer.clock.now()])
})

test('a code of a registration opens nothing in another browser, not even one that registers the same address (COD-23)', async (t) => {
  const foyer = await createTestApp(t)
  const [eve, laptop] = [foyer.browser(), foyer.browser()]
  await register(eve, { ...ada, password: 'a password of a stranger' })
  const codeForEve = await codeInMail(foyer)
  await register(laptop)

  await enter(laptop, codeForEve)
  assert.deepEqual([await isSignedIn(laptop), await addresses(foyer)], [false, []])
  await enter(laptop, await codeInMail(foyer))
  assert.equal(await isSignedIn(laptop), true)
  await enter(eve, codeForEve)
  assert.equal(await isSignedIn(eve), false)
  assert.equal((await addresses(foyer)).length, 1)
})

test('a code sent again replaces the first one, and each dies after five guesses and ten minutes (COD-23)', async (t) => {
  const foyer = await createTestApp(t)
  const laptop = foyer.browser()
  await register(laptop)
  const first = await codeInMail(foyer)
  foyer.clock.advance(1 * minutes)
  await laptop.visit('verification.send')
  const second = await codeInMail(foyer)

  await enter(laptop, first)
  for (let guess = 0; guess < 4; guess++) await enter(laptop, otherThan(second))
  await enter(laptop, second)
  assert.equal(await isSignedIn(laptop), false)
  foyer.clock.advance(10 * minutes)
  await laptop.visit('verification.send')
  const third = await codeInMail(foyer)
  foyer.clock.advance(10 * minutes)
  await enter(laptop, third)
  assert.equal(await isSignedIn(laptop), false)
  assert.deepEqual(await addresses(foyer), [])
})

test('registering an address that has an account mails no code, and guesses get the same answers (COD-19)', async (t) => {
  const { foyer } = await signedInAda(t)
  const guessAt = async (email: string) => {
    const browser = foyer.browser()
    await register(browser, { ...ada, email })
    const page = (await browser.visit('verification.notice')).page
    const answers: unknown[] = []
    for (let guess = 0; guess < 7; guess++) {
      const body = { code: '000000' }
      const answer = await browser.json('/email/verify', { method: 'POST', body })
      answers.push([answer.status, answer.text])
    }
    return [page.component, { ...page.props, email: '', realtime: null }, answers]
  }

  const known = await guessAt(ada.email)
  const [mail] = await foyer.mails()
  const unknown = await guessAt('new@example.com')

  assert.match(mail?.subject ?? '', /already have an account/)
  assert.doesNotMatch(mail?.text ?? '', /^\d{6}$/m)
  assert.deepEqual(known, unknown)
})

test('a signed-in account with an unverified address verifies it by code (COD-23)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  await laptop.visit('verification.send')
  const code = await codeInMail(foyer)

  await enter(foyer.browser(), code)
  assert.equal((await addresses(foyer))[0]?.email_verified_at, null)
  const answer = await enter(laptop, code)

  assert.equal(answer.location, '/dashboard')
  assert.notEqual((await addresses(foyer))[0]?.email_verified_at, null)
  assert.equal((await foyer.events('address.verified')).length, 2)
})
