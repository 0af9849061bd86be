import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import {
  adaAtHome,
  codeMails,
  enterCode,
  enterPassword,
  mailedCode,
} from '#testing/device-codes.ts'
import { addAddress, removeAddress } from '#testing/email-addresses.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const second = 'ada@second.example'
const { email, password } = ada
const submit = { method: 'POST', body: {} } as const
const unlockLink = /\/sign-in-unlock\/\S+/

/** Ada has another address; a browser of hers, or of a thief, has just entered it with the password. */
async function enteredSecond(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  const address = await addAddress(foyer, laptop, second)
  return { foyer, laptop, address, phone: await enterPassword(foyer, { email: second }) }
}

async function trySignIn(foyer: TestApp, address: string, browser = foyer.browser()) {
  await browser.open('/login')
  const body = { email: address, password: 'wrong' }
  return (await browser.json('/login', { method: 'POST', body })).status
}

/** Strangers guess until every further attempt must wait. */
const startGuessing = (foyer: TestApp, address: string) =>
  Promise.all(Array.from({ length: 83 }, () => trySignIn(foyer, address)))

test('on a new device the entered address is shown and mailed the code; the primary one stays unknown (EML-18)', async (t) => {
  const { foyer, phone } = await enteredSecond(t)

  const { page, text } = await phone.visit('new-device.show')
  const [mail] = await codeMails(foyer)
  const { location } = await enterCode(phone, await mailedCode(foyer))

  assert.equal(page.props['email'], second)
  assert.ok(!text.includes(email))
  assert.equal(mail?.to, second)
  assert.doesNotMatch(mail?.text ?? '', /\/not-me\//)
  assert.equal(location, '/dashboard')
})

test('when the code goes to an additional address, the primary one gets the notice about the new device (EML-18)', async (t) => {
  const { foyer, phone } = await enteredSecond(t)
  const before = (await foyer.mails()).filter(({ to }) => to === email).length

  await enterCode(phone, await mailedCode(foyer))

  const toPrimary = (await foyer.mails()).filter(({ to }) => to === email)
  assert.equal(toPrimary.length, before + 1)
  assert.match(toPrimary[0]?.text ?? '', /\/not-me\//)
})

test('removing the address that was entered ends the sign-in on a new device (EML-18)', async (t) => {
  const { foyer, laptop, address, phone } = await enteredSecond(t)
  const code = await mailedCode(foyer)

  await removeAddress(laptop, address)
  const { location } = await enterCode(phone, code)

  assert.equal(location, '/login')
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('the unlock link is mailed to the address that was entered, and fills it in (EML-18)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, second)
  await startGuessing(foyer, second)
  const phone = foyer.browser()
  const toPrimary = await linkInMailTo(foyer, email, unlockLink)
  const link = await linkInMailTo(foyer, second, unlockLink)

  const opened = await phone.visitPath(link)
  await phone.visitPath(link, submit)
  const { page } = await phone.visit('login')

  assert.equal(toPrimary, '')
  assert.equal(opened.page.props['email'], second)
  assert.deepEqual(page.flash?.['oldInput'], { email: second })
  const { location } = await phone.visit('login.store', { email: second, password })
  assert.equal(location, '/dashboard')
})

test('each address has its own unlock link, which ends when the address is removed (EML-18)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = await addAddress(foyer, laptop, second)
  await startGuessing(foyer, email)
  await startGuessing(foyer, second)
  const primary = await linkInMailTo(foyer, email, unlockLink)
  const additional = await linkInMailTo(foyer, second, unlockLink)

  const before = await Promise.all([primary, additional].map((it) => foyer.browser().visitPath(it)))
  await removeAddress(laptop, address)
  const after = await foyer.browser().visitPath(additional, submit)

  assert.deepEqual(
    before.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(after.status, 410)
})

test('an address for recovery only is mailed no unlock link (EML-18)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, second, { recoveryOnly: true })

  await startGuessing(foyer, second)

  assert.equal(await linkInMailTo(foyer, second, unlockLink), '')
})
