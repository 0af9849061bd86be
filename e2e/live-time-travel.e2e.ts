import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page, Route } from 'playwright-core'

import { open, openFoyer } from './foyer.ts'
import { join, send, signIn } from './people.ts'

const foyer = openFoyer()

const partOf = (prop: string) => (it: { request(): { headers(): Record<string, string> } }) =>
  it.request().headers()['x-inertia-partial-data']?.split(',').includes(prop) ?? false

/** Ada on her laptop at Time Travel, where it hears what happens, and on her phone. */
async function adaOnTwoDevices(t: TestContext) {
  const { page, context } = await foyer.visitor(t, { viewport: { width: 1280, height: 700 } })
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context)
  await signIn(phone.page, person)
  const ready = Promise.all([
    page.waitForResponse('**/broadcasting/auth'),
    page.waitForResponse(partOf('nearby')),
  ])
  await open(page, '/time-travel')
  await ready
  await page.getByText(/^\d+ events, unbroken since/).waitFor()
  const rename = (name: string) =>
    send(phone.context, 'PUT', '/user/profile-information', { name, locale: '', timezone: '' })
  return { page, person, rename }
}

/** Whether what has the focus has it still, and stands where it stood. */
async function watchFocus(page: Page) {
  const focused = await page.evaluateHandle(() => {
    const element = document.activeElement
    return { element, top: element?.getBoundingClientRect().top }
  })
  return () =>
    focused.evaluate(({ element, top }) => {
      const moved = (element?.getBoundingClientRect().top ?? NaN) - (top ?? NaN)
      return { hasFocus: element === document.activeElement, moved: Math.round(moved) }
    })
}

const newest = (page: Page) => page.locator('.event').first()
const changed = { hasText: 'Your profile was changed' }

test('what happens on another device is at the top of the list; focus and the place on the page stay', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t)
  // More than the screen shows: what is read is not what is new.
  for (let count = 1; count <= 20; count++) await rename(`Ada ${count}`)
  await page.getByText('Ada 19 → Ada 20').waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('link', { name: /Your account began/ }).focus()
  const now = await watchFocus(page)

  await rename('Countess')

  await newest(page).filter({ hasText: 'Ada 20 → Countess' }).waitFor()
  await page.getByRole('heading', { name: 'Your account now' }).waitFor()
  await page.locator('.facts').getByText('Countess').waitFor()
  assert.deepEqual(await now(), { hasFocus: true, moved: 0 })
  assert.equal(new URL(page.url()).search, '')
})

/** Ada, who has more events than the screen shows, with the first line of them so far below the top of her window. */
async function adaReading(t: TestContext, top: number) {
  const ada = await adaOnTwoDevices(t)
  for (let count = 1; count <= 20; count++) await ada.rename(`Ada ${count}`)
  const line = ada.page.locator('.event', { hasText: 'Ada 17 → Ada 18' })
  await ada.page.getByText('Ada 19 → Ada 20').waitFor()
  await scrollNewest(ada.page, top)
  const place = async () => Math.round((await line.boundingBox())?.y ?? NaN)
  return { ...ada, place }
}

const scrollNewest = (page: Page, top: number) =>
  newest(page).evaluate((line, to) => scrollBy(0, line.getBoundingClientRect().top - to), top)
const renamed = (page: Page) => newest(page).filter({ hasText: 'Ada 20 → Countess' })

test('what is new waits beside the top of the list while that is read, and no line moves until it is asked for', async (t) => {
  const { page, rename, place } = await adaReading(t, 300)
  const before = await place()

  await rename('Countess')

  const waiting = page.locator('.happened').getByRole('button', { name: 'One new' })
  await waiting.waitFor()
  assert.deepEqual([await place(), await renamed(page).count()], [before, 0])
  await waiting.click()
  await renamed(page).waitFor()
  await waiting.waitFor({ state: 'detached' })
})

test('what waited comes by itself once the top of the list is out of sight, and no line moves', async (t) => {
  const { page, rename, place } = await adaReading(t, 300)
  await rename('Countess')
  await page.locator('.happened').getByText('One new').waitFor()

  await scrollNewest(page, -60)
  const before = await place()

  await renamed(page).waitFor({ state: 'attached' })
  assert.equal(await place(), before)
})

test('where the browser does not keep the place of what it shows, what is new waits as long as the list is read', async (t) => {
  const { page, rename, place } = await adaReading(t, -60)
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none'
    CSS.supports = () => false
  })
  const before = await place()

  await rename('Countess')

  await page.getByText('One new').first().waitFor({ state: 'attached' })
  assert.equal(await place(), before)
  await page.evaluate(() => scrollTo(0, 0))
  await renamed(page).waitFor({ state: 'attached' })
})

test('a device that signs in meanwhile can be chosen at once', async (t) => {
  const { page, person } = await adaOnTwoDevices(t)
  const devices = page.getByLabel('Device').locator('option')
  assert.equal(await devices.count(), 3)

  await signIn((await foyer.visitor(t)).page, person)

  await devices.nth(3).waitFor({ state: 'attached' })
})

test('who looks at the past is told how much is new, and nothing moves until they ask', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t)
  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.press('Home')
  await page.waitForURL('**/time-travel?at=*')
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
  const there = page.url()
  const shown = await page.locator('.readout-time').innerText()
  const now = await watchFocus(page)

  await rename('Countess')
  await page.getByText('One new').waitFor()
  await rename('Ada King')

  await page.getByText('2 new').waitFor()
  assert.deepEqual(await now(), { hasFocus: true, moved: 0 })
  assert.deepEqual([page.url(), await page.locator('.readout-time').innerText()], [there, shown])
  await page.getByRole('link', { name: 'Back to now' }).click()
  await newest(page).filter(changed).waitFor()
  await page.locator('.facts').getByText('Ada King').waitFor()
})

test('who goes into the past while the page looks for what is new stays there', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t)
  const held = Promise.withResolvers<Route>()
  await page.route('**/time-travel?cursor=newer-*', (route) => held.resolve(route))
  await rename('Countess')
  const look = await held.promise

  await page.getByRole('slider', { name: 'Moment' }).press('Home')
  await page.waitForURL('**/time-travel?at=*')
  // It may have been taken back by now.
  await look.continue().catch(() => {})

  await page.getByText('One new').waitFor()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
})
