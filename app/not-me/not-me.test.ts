import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  ada,
  adaAtHome,
  adaOnTwoDevices,
  confirmPassword,
  turnOnTwoFactor,
} from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { days } from '#testing/test-clock.ts'

const { email, password } = ada

/** Someone signed in from a phone that the account had not seen, and the mail about it came. */
async function adaIsTold(t: TestContext) {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  return { foyer, laptop, phone, mail, link }
}

const press = { method: 'POST', body: {} } as const

/** Ada opens the newest link for a new password, chooses one and signs in with it. @returns where that leads */
async function comeBack(foyer: Product, owner = foyer.browser()): Promise<string | undefined> {
  const links = (await foyer.mails()).map(({ text }) => text.match(/\/reset-password\/(\S+)/)?.[1])
  const token = links.find((link) => link !== undefined)
  const chosen = `a new row of quiet engines ${token?.slice(-4)}`
  const form = { token, email, password: chosen, password_confirmation: chosen }
  assert.equal((await owner.visit('password.update', form)).to, '/login')
  return (await owner.visit('login.store', { email, password: chosen })).to
}

test('a sign-in from a new device is told to the owner, with device, time and address', async (t) => {
  const { mail, phone } = await adaIsTold(t)

  assert.equal(mail?.subject, 'A new device signed in to your account')
  assert.equal(mail?.to, email)
  assert.match(mail?.text ?? '', /Device: Safari on iPhone\n/)
  assert.ok(mail?.text.includes(`Network address: ${phone.address}`))
})

test('the first session of an account is no news, nor is a browser that was there before', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await laptop.visit('logout')
  await laptop.visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 1)
})

test('a browser that lost its cookies is still known in its own network', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  laptop.cookies.clear()
  await laptop.visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 1)
})

test('the same kind of browser somewhere else is a new device', async (t) => {
  const { foyer } = await adaAtHome(t)
  await foyer.browser().visit('login.store', { email, password })

  assert.equal((await foyer.mails()).length, 2)
})

test('looking at the link changes nothing, so a mail scanner does no harm', async (t) => {
  const { foyer, laptop, phone, link } = await adaIsTold(t)

  const looked = await foyer.browser().send(link)

  assert.equal(looked.page.component, 'Auth/NotMe')
  assert.equal(looked.page.props['step'], 'ask')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('"this wasn\'t me" ends every session, from any browser', async (t) => {
  const { foyer, laptop, phone, link } = await adaIsTold(t)

  const done = await foyer.browser().send(link, press)

  assert.equal(done.page.props['step'], 'done')
  assert.equal((await laptop.visit('dashboard')).to, '/login')
  assert.equal((await phone.visit('dashboard')).to, '/login')
})

test("the browser that says so is signed out too, when it is the account's own", async (t) => {
  const { laptop, link } = await adaIsTold(t)

  await laptop.send(link, press)

  assert.equal(laptop.cookies.has('foyer'), false)
})

test('a way back in goes to the address, and it works', async (t) => {
  const { foyer, link } = await adaIsTold(t)
  await foyer.browser().send(link, press)
  const [mail] = await foyer.mails()
  const [, path = '', token = ''] = mail?.text.match(/(\/reset-password\/([^\s?]+)\S*)/) ?? []
  const owner = foyer.browser()

  assert.equal(mail?.subject, 'Your way back into your account')
  assert.equal((await owner.send(path)).page.component, 'Auth/ResetPassword')
  const chosen = 'a new row of quiet engines'
  const form = { token, email, password: chosen, password_confirmation: chosen }
  assert.equal((await owner.visit('password.update', form)).to, '/login')
  const signedIn = await owner.visit('login.store', { email, password: chosen })
  assert.equal(signedIn.to, '/dashboard')
})

test('a stranger who knows the password cannot come back with it', async (t) => {
  const { foyer, phone, link } = await adaIsTold(t)
  await foyer.browser().send(link, press)

  await phone.visit('login.store', { email, password })

  assert.equal((await phone.visit('dashboard')).to, '/login')
})

test('two-factor that a stranger turned on is off, so that the way back in leads in', async (t) => {
  const { foyer, phone } = await adaIsTold(t)
  await turnOnTwoFactor(phone)
  const [told] = await foyer.mails()
  await foyer.browser().send(told?.text.match(/\/not-me\/\S+/)?.[0] ?? '', press)

  assert.equal(await comeBack(foyer), '/dashboard')
})

test('two-factor that was on before stays on', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await turnOnTwoFactor(laptop)
  foyer.clock.advance(8 * days)
  const again = foyer.browser()
  await again.visit('password.email', { email })
  await foyer.mails()
  assert.equal(await comeBack(foyer), '/two-factor-challenge')
  const [told] = await foyer.mails()
  await foyer.browser().send(told?.text.match(/\/not-me\/\S+/)?.[0] ?? '', press)

  assert.equal(await comeBack(foyer), '/two-factor-challenge')
})

test('a deletion that a stranger began is taken back', async (t) => {
  const { foyer, phone } = await adaIsTold(t)
  await confirmPassword(phone)
  await phone.visit('current-user.destroy', { confirmation: email })
  const [told] = await foyer.mails()
  await foyer.browser().send(told?.text.match(/\/not-me\/\S+/)?.[0] ?? '', press)

  assert.equal(await comeBack(foyer), '/dashboard')
  foyer.clock.advance(15 * days)
  await foyer.mails()
  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
})

test('the link works once, however many press it, and for seven days', async (t) => {
  const { foyer, link } = await adaIsTold(t)
  const browsers = Array.from({ length: 8 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.send(link, press)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(410)])
  assert.equal((await foyer.browser().send(link)).status, 410)
})

test('after seven days the link is void', async (t) => {
  const { foyer, link } = await adaIsTold(t)
  foyer.clock.advance(7 * days)

  assert.equal((await foyer.browser().send(link)).status, 410)
  assert.equal((await foyer.browser().send(link, press)).status, 410)
})

test('what was done stands in the record', async (t) => {
  const { foyer, link } = await adaIsTold(t)
  await foyer.browser().send(link, press)

  const events = await foyer.events()

  assert.deepEqual(
    events.slice(-3).map(({ type }) => type),
    ['session.ended', 'session.ended', 'not-me.reported'],
  )
  assert.deepEqual(events.at(-1)?.data, { sessions: 2 })
})

test('after it, even a browser that was known is news', async (t) => {
  const { foyer, laptop, link } = await adaIsTold(t)
  await foyer.browser().send(link, press)
  await laptop.open('/login')

  await comeBack(foyer, laptop)

  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'A new device signed in to your account')
})
