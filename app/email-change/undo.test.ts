import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Browser } from '#testing/browser.ts'
import { ada, adaAtHome, confirmPassword, join } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { days, minutes } from '#testing/test-clock.ts'

const next = 'ada@new.example'
const press = { method: 'POST', body: {} } as const

async function linkTo(foyer: Product, address: string, pattern = /\/email-change\/\S+/) {
  const mails = await foyer.mails()
  const mail = mails.find(({ to, text }) => to === address && pattern.test(text))
  return mail?.text.match(pattern)?.[0] ?? ''
}

async function moves(foyer: Product, browser: Browser, to: string) {
  await confirmPassword(browser)
  await browser.visit('email-change.store', { email: to })
  const moved = await browser.send(await linkTo(foyer, to), press)
  assert.equal(moved.to, '/user/profile')
}

/** Ada's address was changed, and a mail with a way back went to the old one. */
async function adaMoved(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  await moves(foyer, laptop, next)
  return { foyer, laptop, undo: await linkTo(foyer, ada.email) }
}

const addressOf = async (foyer: Product) =>
  (await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()).email

test('the old address is told and can take it back with one click (VER-06)', async (t) => {
  const { foyer, undo } = await adaMoved(t)

  const looked = await foyer.browser().send(undo)
  assert.equal(looked.page.props['step'], 'undo')
  assert.equal(await addressOf(foyer), next)
  const done = await foyer.browser().send(undo, press)

  assert.match(undo, /\/undo$/)
  assert.deepEqual([done.page.component, done.page.props['email']], ['Auth/NotMe', ada.email])
  assert.equal(await addressOf(foyer), ada.email)
})

test('taking it back ends every session and the links of whoever changed it', async (t) => {
  const { foyer, laptop, undo } = await adaMoved(t)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'thief@example.com' })
  const theirs = await linkTo(foyer, 'thief@example.com')

  await foyer.browser().send(undo, press)

  assert.equal((await laptop.visit('dashboard')).to, '/login')
  assert.equal((await foyer.browser().send(theirs, press)).status, 410)
})

test('after a second change the first way back still leads to the address that was proved first', async (t) => {
  const { foyer, laptop, undo } = await adaMoved(t)
  await moves(foyer, laptop, 'thief@example.com')
  const second = await linkTo(foyer, next)

  await foyer.browser().send(undo, press)

  assert.equal(await addressOf(foyer), ada.email)
  assert.equal((await foyer.browser().send(second, press)).status, 410)
})

test('whoever takes a later address back cannot cut off the earlier one', async (t) => {
  const { foyer, laptop, undo } = await adaMoved(t)
  await moves(foyer, laptop, 'thief@example.com')
  await foyer.browser().send(await linkTo(foyer, next), press)
  assert.equal(await addressOf(foyer), next)

  await foyer.browser().send(undo, press)

  assert.equal(await addressOf(foyer), ada.email)
})

test('"this wasn\'t me" of an older mail brings the address back too', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await foyer.browser().visit('login.store', ada)
  const notMe = await linkTo(foyer, ada.email, /\/not-me\/\S+/)
  await moves(foyer, laptop, next)

  const looked = await foyer.browser().send(notMe)
  assert.deepEqual([looked.page.props['email'], looked.page.props['restored']], [ada.email, true])
  await foyer.browser().send(notMe, press)

  assert.equal(await addressOf(foyer), ada.email)
  assert.equal((await laptop.visit('dashboard')).to, '/login')
})

test('it works for seven days, once, however many press it', async (t) => {
  const { foyer, undo } = await adaMoved(t)
  foyer.clock.advance(7 * days - 1000)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => browser.send(undo, press)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410, 410, 410, 410, 410])
})

test('after seven days there is no way back', async (t) => {
  const { foyer, undo } = await adaMoved(t)
  foyer.clock.advance(7 * days)

  assert.equal((await foyer.browser().send(undo, press)).status, 410)
})

test('confirming and taking back at the same moment ends at the old address', async (t) => {
  const { foyer, laptop, undo } = await adaMoved(t)
  await confirmPassword(laptop)
  await laptop.visit('email-change.store', { email: 'thief@example.com' })
  const theirs = await linkTo(foyer, 'thief@example.com')
  const owner = foyer.browser()
  await owner.open('/login')

  await Promise.all([laptop.send(theirs, press), owner.send(undo, press)])

  assert.equal(await addressOf(foyer), ada.email)
})

test('an old address that has an account of its own by now stays there, and a sentence says so (VER-10)', async (t) => {
  const { foyer, undo } = await adaMoved(t)
  await join(foyer, foyer.browser(), { ...ada, name: 'Someone else' })
  const browser = foyer.browser()

  await browser.send(undo, press)

  const { errors } = (await browser.send(undo)).page.props
  assert.match(String(errors['form']), /belongs to another account by now/)
})

test('asked, changed and undone stand in the record', async (t) => {
  const { foyer, undo } = await adaMoved(t)
  await foyer.browser().send(undo, press)

  const events = await foyer.events('address')

  const endsAt = events[1]?.data['endsAt']
  assert.equal(Date.parse(String(endsAt)) - foyer.clock.now(), 60 * minutes)
  assert.deepEqual(
    events.slice(1).map(({ type, data }) => [type, data]),
    [
      ['address-change.asked', { from: ada.email, to: next, endsAt }],
      ['address.changed', { from: ada.email, to: next }],
      ['address-change.undone', { from: next, to: ada.email }],
    ],
  )
})
