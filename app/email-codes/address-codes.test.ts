import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { adaWaiting, finishRecovery, waitMs } from '#testing/account-recovery.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { codeInMail, otherThan } from '#testing/mailed-codes.ts'
import { ada, confirmPassword, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const address = 'ada@new.example'
const anyLink = /\/(?:email-change|email-address|recover-account)\/\S+/

interface Asked {
  foyer: TestApp
  asker: TestBrowser
  /** Where the code is entered. */
  path: string
}

/** The links that prove an address, each just mailed with its code. */
const links = {
  async 'an email change'(t: TestContext): Promise<Asked> {
    const { foyer, laptop } = await signedInAda(t)
    await confirmPassword(laptop)
    await laptop.visit('email-change.store', { email: address })
    return { foyer, asker: laptop, path: '/user/email-change/code' }
  },
  async 'an additional address'(t: TestContext): Promise<Asked> {
    const { foyer, laptop } = await signedInAda(t)
    await confirmPassword(laptop)
    await laptop.visit('email-address.store', { email: address })
    const { page } = await laptop.visit('profile.show')
    const [pending] = Object(page.props['emailAddresses']).pending
    return { foyer, asker: laptop, path: `/user/email-addresses/${pending.id}/code` }
  },
  async 'the new address of a recovery'(t: TestContext): Promise<Asked> {
    const { foyer, phone } = await adaWaiting(t)
    foyer.clock.advance(waitMs)
    await phone.visit('account-recovery.address', { email: address })
    return { foyer, asker: phone, path: '/recover-account/code' }
  },
}

const enter = (browser: TestBrowser, path: string, code: string) =>
  browser.visitPath(path, { method: 'POST', body: { code } })

async function otherSession(foyer: TestApp): Promise<TestBrowser> {
  const browser = foyer.browser()
  await browser.visit('login.store', ada)
  return browser
}

for (const [what, ask] of Object.entries(links)) {
  test(`the code for ${what} leads to the page of its link, once (COD-24)`, async (t) => {
    const { foyer, asker, path } = await ask(t)
    const code = await codeInMail(foyer)
    const link = await linkInMailTo(foyer, address, anyLink)

    const entered = await enter(asker, path, code)
    const again = await enter(asker, path, code)

    assert.equal(entered.location, link)
    assert.notEqual(again.location, link)
    assert.equal((await asker.visitPath(link)).status, 200)
  })

  test(`the code for ${what} fails in another browser, after five guesses and after ten minutes (COD-24)`, async (t) => {
    const { foyer, asker, path } = await ask(t)
    const code = await codeInMail(foyer)
    const link = await linkInMailTo(foyer, address, anyLink)

    const elsewhere = await enter(await otherSession(foyer), path, code)
    for (let guess = 0; guess < 5; guess++) await enter(asker, path, otherThan(code))
    const afterGuesses = await enter(asker, path, code)
    await foyer.db.updateTable('mailed_codes').set({ guesses: 0 }).execute()
    foyer.clock.advance(10 * minutes)
    const late = await enter(asker, path, code)

    for (const { location } of [elsewhere, afterGuesses, late]) assert.notEqual(location, link)
  })
}

test('a mailed code entered in the browser that requested an email change changes the address (COD-24)', async (t) => {
  const { foyer, asker, path } = await links['an email change'](t)
  const { location = '' } = await enter(asker, path, await codeInMail(foyer))

  await asker.visitPath(location, { method: 'POST', body: {} })

  const { email } = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(email, address)
})

test('a mailed code entered in the browser that waited finishes its recovery (COD-24)', async (t) => {
  const { foyer, asker, path } = await links['the new address of a recovery'](t)
  const { location = '' } = await enter(asker, path, await codeInMail(foyer))

  await finishRecovery(asker, location)

  const { email } = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(email, address)
})

test('a cancelled change leaves nothing that its code could open (COD-24)', async (t) => {
  const { foyer, asker, path } = await links['an email change'](t)
  const code = await codeInMail(foyer)
  await asker.visit('email-change.destroy')

  const { location } = await enter(asker, path, code)

  assert.equal(location, '/user/profile')
})

test('the address of another account gets no code, and guesses get the same answer (COD-19)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await registerAccount(foyer, foyer.browser(), { ...ada, name: 'Eve', email: 'eve@example.com' })
  const answers = []
  for (const email of ['eve@example.com', 'nobody@example.com']) {
    await confirmPassword(laptop)
    await laptop.visit('email-change.store', { email })
    await enter(laptop, '/user/email-change/code', '000000')
    answers.push((await laptop.visit('profile.show')).page.props.errors)
  }

  const [, toEve] = (await foyer.mails()).filter(({ to }) => to === 'eve@example.com').toReversed()
  assert.doesNotMatch(toEve?.text ?? '', /^\d{6}$/m)
  assert.deepEqual(answers[0], answers[1])
})

test('with EMAIL_CODES=off the mails and pages of changes of address have no code (COD-14)', async (t) => {
  const foyer = await createTestApp(t, { EMAIL_CODES: 'off' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: address })

  assert.equal(await codeInMail(foyer), '')
  assert.equal((await enter(laptop, '/user/email-change/code', '123456')).status, 404)
  const { props } = (await laptop.visit('profile.show')).page
  assert.equal(Object(props['emailChange']).takesCode, false)
})
