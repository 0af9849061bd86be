import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { codeInMail, otherThan } from '#testing/mailed-codes.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const { email } = ada
const password = 'lanterns over the harbour'

async function adaWithResetCode(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const phone = foyer.browser()
  await phone.visit('password.email', { email })
  return { foyer, laptop, phone, code: await codeInMail(foyer) }
}

const enter = (browser: TestBrowser, code: string) =>
  browser.visit('password.code', { email, code })

test('the code of a reset mail leads to the same form as its link, once (COD-22)', async (t) => {
  const { foyer, phone, code } = await adaWithResetCode(t)
  const page = (await phone.visit('password.request')).page
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/reset-password\/\S+/)?.[0]

  const answer = await enter(phone, code)
  const form = await phone.visitPath(answer.location ?? '')

  assert.equal(page.props['codeSentTo'], email)
  assert.equal(answer.location, link)
  const { token, email: shown } = form.page.props
  assert.deepEqual([form.page.component, shown], ['Auth/ResetPassword', email])
  assert.equal((await enter(phone, code)).location, '/forgot-password')
  await phone.visit('password.update', { token, email, password })
  const signIn = await foyer.browser().visit('login.store', { email, password })
  assert.equal(signIn.location, '/dashboard')
})

test('the link of the mail works as before, and voids the code (COD-22)', async (t) => {
  const { foyer, phone, code } = await adaWithResetCode(t)
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  await foyer.browser().visit('password.update', { token, email, password })

  assert.equal((await enter(phone, code)).location, '/forgot-password')
})

test('a reset code fails in another browser, after five guesses, and after ten minutes (COD-22)', async (t) => {
  const { foyer, phone, code } = await adaWithResetCode(t)
  const isRefused = async (browser: TestBrowser) =>
    (await enter(browser, code)).location === '/forgot-password'

  assert.equal(await isRefused(foyer.browser()), true)
  for (let guess = 0; guess < 5; guess++) await enter(phone, otherThan(code))
  assert.equal(await isRefused(phone), true)

  foyer.clock.advance(2 * minutes)
  await phone.visit('password.email', { email })
  const newer = await codeInMail(foyer)
  foyer.clock.advance(10 * minutes)
  assert.equal((await enter(phone, newer)).location, '/forgot-password')
  assert.equal((await phone.visit('password.request')).page.props['codeSentTo'], null)
})

test('a signed-in person can enter the code as well, in that session only (COD-22)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('password.email', { email })
  const code = await codeInMail(foyer)

  assert.equal((await enter(foyer.browser(), code)).location, '/forgot-password')
  assert.match((await enter(laptop, code)).location ?? '', /^\/reset-password\//)
})

test('an address without an account gets the same answer to every guess (COD-19)', async (t) => {
  const { foyer } = await signedInAda(t)
  const tryAddress = async (address: string) => {
    const browser = foyer.browser()
    await browser.visit('password.email', { email: address })
    await foyer.mails()
    const answers: unknown[] = []
    for (let guess = 0; guess < 7; guess++) {
      const body = { email: address, code: '000000' }
      const answer = await browser.json('/forgot-password/code', { method: 'POST', body })
      answers.push([answer.status, answer.text])
    }
    const rows = await foyer.db
      .selectFrom('mailed_codes')
      .select(['purpose', 'guesses'])
      .where('email_key', '=', address)
      .where('purpose', '=', 'password-reset')
      .execute()
    return [answers, rows]
  }

  assert.deepEqual(await tryAddress('nobody@example.com'), await tryAddress(email))
})
