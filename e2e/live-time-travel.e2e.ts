import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page, Route } from 'playwright-core'

import { createAccount, sendForm, signedInContext } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

/**
 * Ada's laptop on Time Travel, receiving live updates, and her phone.
 *
 * @param renameCount  events before the page is opened; 20 are more than fit on the screen
 * @param width  of the window; from 1024 px on the list scrolls in its own box
 */
async function adaOnTwoDevices(t: TestContext, renameCount = 0, width = 900) {
  const { page, context } = await foyer.visitor(t, { viewport: { width, height: 700 } })
  const person = await createAccount(foyer, context)
  const phone = await signedInContext(foyer, t, person)
  const rename = (name: string) =>
    sendForm(phone, 'PUT', '/user/profile-information', { name, locale: '', timezone: '' })
  for (let count = 1; count <= renameCount; count++) await rename(`Ada ${count}`)
  const ready = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, '/time-travel')
  await ready
  await page.getByText(/Checked: nothing was altered/).waitFor()
  return { page, person, rename }
}

/** Remembers the focused element. The returned function tells whether it still has the focus, and how far it moved. */
async function trackFocus(page: Page) {
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

const newestEvent = (page: Page) => page.locator('.event').first()
const profileChanged = { hasText: 'Profile changed' }

test('an event on another device appears at the top of the list; focus and scroll position stay', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t, 20)
  await page.getByText('Ada 19 → Ada 20').waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('.event > a').last().focus()
  const focusChange = await trackFocus(page)

  await rename('Countess')

  await newestEvent(page).filter({ hasText: 'Ada 20 → Countess' }).waitFor()
  await page.getByRole('heading', { name: 'Your account now' }).waitFor()
  await page.locator('.facts').getByText('Countess').waitFor()
  assert.deepEqual(await focusChange(), { hasFocus: true, moved: 0 })
  assert.equal(new URL(page.url()).search, '')
})

/** @param top  distance of the newest of more events than fit from the top of the window, in pixels */
async function adaReadingList(t: TestContext, top: number) {
  const ada = await adaOnTwoDevices(t, 20)
  const event = ada.page.locator('.event', { hasText: 'Ada 17 → Ada 18' })
  await ada.page.getByText('Ada 19 → Ada 20').waitFor()
  await scrollNewestTo(ada.page, top)
  const eventTop = async () => Math.round((await event.boundingBox())?.y ?? NaN)
  return { ...ada, eventTop }
}

const scrollNewestTo = (page: Page, top: number) =>
  newestEvent(page).evaluate(
    (element, to) => scrollBy(0, element.getBoundingClientRect().top - to),
    top,
  )
const newestIsRename = (page: Page) => newestEvent(page).filter({ hasText: 'Ada 20 → Countess' })

test('new events wait while the top of the list is in view, and no line moves until requested', async (t) => {
  const { page, rename, eventTop } = await adaReadingList(t, 300)
  const before = await eventTop()

  await rename('Countess')

  const newEvents = page.locator('.event-list').getByRole('button', { name: 'One new' })
  await newEvents.waitFor()
  assert.deepEqual([await eventTop(), await newestIsRename(page).count()], [before, 0])
  await newEvents.click()
  await newestIsRename(page).waitFor()
  await newEvents.waitFor({ state: 'detached' })
})

test('waiting events appear once the top of the list is out of view, and no line moves', async (t) => {
  const { page, rename, eventTop } = await adaReadingList(t, 300)
  await rename('Countess')
  await page.locator('.event-list').getByText('One new').waitFor()

  await scrollNewestTo(page, -60)
  const before = await eventTop()

  await newestIsRename(page).waitFor({ state: 'attached' })
  assert.equal(await eventTop(), before)
})

test('new events wait while the list is scrolled in its own box, and appear once it is back at the top', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t, 20, 1280)
  const list = page.locator('.events-by-day')
  await page.getByText('Ada 19 → Ada 20').waitFor()
  await list.evaluate((it) => it.scrollBy(0, 200))
  const event = page.locator('.event', { hasText: 'Ada 13 → Ada 14' })
  const before = (await event.boundingBox())?.y

  await rename('Countess')

  await page.locator('.event-list').getByText('One new').waitFor()
  assert.equal((await event.boundingBox())?.y, before)
  await list.evaluate((it) => it.scrollTo(0, 0))
  await newestIsRename(page).waitFor()
})

test('without scroll anchoring, new events wait as long as the list is in view', async (t) => {
  const { page, rename, eventTop } = await adaReadingList(t, -60)
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none'
    CSS.supports = () => false
  })
  const before = await eventTop()

  await rename('Countess')

  await page.getByText('One new').first().waitFor({ state: 'attached' })
  assert.equal(await eventTop(), before)
  await page.evaluate(() => scrollTo(0, 0))
  await newestIsRename(page).waitFor({ state: 'attached' })
})

test('a device that signs in appears in the device filter', async (t) => {
  const { page, person } = await adaOnTwoDevices(t)
  const devices = page.getByLabel('Device').locator('option')
  assert.equal(await devices.count(), 3)

  await signedInContext(foyer, t, person)

  await devices.nth(3).waitFor({ state: 'attached' })
})

test('a past moment shows the number of new events, and nothing moves until requested', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t)
  const slider = page.getByRole('slider', { name: 'Point in time' })
  await slider.press('Home')
  await page.waitForURL('**/time-travel?at=*')
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
  const urlBefore = page.url()
  const timeBefore = await page.locator('.readout-time').innerText()
  const focusChange = await trackFocus(page)

  await rename('Countess')
  await page.getByText('One new', { exact: true }).waitFor()
  await rename('Ada King')

  await page.getByText('2 new', { exact: true }).waitFor()
  assert.deepEqual(await focusChange(), { hasFocus: true, moved: 0 })
  assert.deepEqual(
    [page.url(), await page.locator('.readout-time').innerText()],
    [urlBefore, timeBefore],
  )
  await page.getByRole('link', { name: 'Back to now' }).click()
  await newestEvent(page).filter(profileChanged).waitFor()
  await page.locator('.facts').getByText('Ada King').waitFor()
})

test('selecting a past moment during a reload keeps that moment', async (t) => {
  const { page, rename } = await adaOnTwoDevices(t)
  const heldRequest = Promise.withResolvers<Route>()
  await page.route('**/time-travel?cursor=newer-*', (route) => heldRequest.resolve(route))
  await rename('Countess')
  const request = await heldRequest.promise

  await page.getByRole('slider', { name: 'Point in time' }).press('Home')
  await page.waitForURL('**/time-travel?at=*')
  // The page may have aborted it by now.
  await request.continue().catch(() => {})

  await page.getByText('One new', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
})
