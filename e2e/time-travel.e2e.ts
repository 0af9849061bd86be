import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { confirmInDialog, createAccount, postForm } from './account-steps.ts'
import { tamperWithEventLog } from './tamper-with-event-log.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const momentSlider = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const shownEvent = (page: Page) => page.locator('.readout-details > span')
const rename = (context: Parameters<typeof postForm>[0], name: string) =>
  postForm(context, '/user/profile-information?_method=put', { name })

/** Ada, renamed twice, on Time Travel with all events loaded. */
async function openRenamedAccount(t: TestContext) {
  const visitor = await foyer.visitor(t)
  const { page, context } = visitor
  const person = await createAccount(foyer, context)
  await rename(context, 'Ada King')
  await rename(context, 'Ada Byron')
  const loaded = page.waitForResponse(requestsProp('eventWindow'))
  await openPage(page, '/time-travel')
  await loaded
  return { ...visitor, person }
}

const requestsProp =
  (prop: string) => (response: { request(): { headers(): Record<string, string> } }) =>
    response.request().headers()['x-inertia-partial-data'] === prop

test('arrow keys step from event to event, and the URL restores the moment', async (t) => {
  const { page, person } = await openRenamedAccount(t)
  await momentSlider(page).press('ArrowLeft')
  await shownEvent(page).getByText('Your profile was changed').waitFor()
  await momentSlider(page).press('ArrowLeft')
  const name = page.getByRole('row', { name: 'Name' })
  await name.getByText('Ada King').waitFor()
  await name.getByText('Ada Byron').waitFor()
  await page.waitForURL('**/time-travel?at=*')
  const urlBefore = page.url()

  await momentSlider(page).press('Home')
  await page.waitForURL((url) => url.href !== urlBefore && url.search !== '')
  await name.getByText(person.name).waitFor()
  await momentSlider(page).press('End')
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('heading', { name: 'Your account now' }).waitFor()
  await page.goBack()
  await page.goBack()
  await name.getByText('Ada King').waitFor()
  assert.equal(page.url(), urlBefore)
  await page.reload()
  await name.getByText('Ada King').waitFor()
})

test('the progress bar of an interrupted visit goes with a visit that shows none', async (t) => {
  const { page } = await openRenamedAccount(t)
  const bar = page.locator('#nprogress')
  await momentSlider(page).press('ArrowLeft')
  await page.waitForURL('**/time-travel?at=*')
  await page.route('**/dashboard', () => {})
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await bar.waitFor({ state: 'attached' })

  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByRole('heading', { name: 'Your account now' }).waitFor()

  await bar.waitFor({ state: 'detached' })
})

test('key presses faster than the server are all applied', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  for (const name of ['Ada King', 'Ada Byron', 'Countess']) await rename(context, name)
  const keysPressed = Promise.withResolvers<void>()
  await page.route(/\/time-travel/, async (route) => {
    const requested = route.request().headers()['x-inertia-partial-data']
    // Never responds with the surrounding events.
    if (requested === 'eventWindow') return
    if (requested) await keysPressed.promise
    await route.continue()
  })
  await openPage(page, '/time-travel')

  for (let times = 0; times < 3; times++) await momentSlider(page).press('ArrowLeft')
  keysPressed.resolve()

  await page.getByRole('row', { name: 'Name' }).getByText('Ada King').waitFor()
  await momentSlider(page).press('ArrowLeft')
  await page.getByRole('row', { name: 'Name' }).getByText(person.name).waitFor()
})

test('dragging over loaded events sends no request', async (t) => {
  const { page } = await openRenamedAccount(t)
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.headers()['x-inertia']) requested.push(request.url())
  })
  const box = await page.locator('.track').boundingBox()
  assert.ok(box)
  const moveTo = (fraction: number) => page.mouse.move(box.x + box.width * fraction, box.y + 20)

  await moveTo(0.9)
  await page.mouse.down()
  for (const fraction of [0.7, 0.5, 0.3, 0.1, 0.6, 0.2]) await moveTo(fraction)
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.mouse.up()

  await page.waitForURL('**/time-travel?at=*')
  assert.deepEqual(requested, [])
})

test('without script any moment and each event can be viewed', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  await createAccount(foyer, context)
  await rename(context, 'Ada King')
  await page.goto('/time-travel')
  await page.getByRole('link', { name: 'Your profile was changed' }).click()
  await page.getByRole('row', { name: 'Name Ada Lovelace Ada King' }).waitFor()
  await page.getByRole('link', { name: 'Previous event' }).click()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()

  await page.getByLabel('Exact time').fill('1969-07-20T20:17:00')
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.getByText('Your account did not exist then').waitFor()
  await page.getByLabel('Kind of event').selectOption('passkey')
  await page.getByRole('button', { name: 'Show these' }).click()
  await page.getByText('Nothing happened here. Cheers.').waitFor()
})

test('on a phone only the primary facts are expanded; on desktop all are', async (t) => {
  const { page } = await openRenamedAccount(t)
  const account = page.getByRole('region', { name: 'Your account now' })
  const zone = account.getByText('As your device has it')
  const isSeen = () => zone.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))
  const rest = account.getByText(/^\d+ more things$/)
  assert.deepEqual([await isSeen(), await rest.isVisible()], [true, false])

  await page.setViewportSize({ width: 390, height: 844 })

  await account.getByText('Two-factor sign-in').waitFor()
  assert.equal(await isSeen(), false)
  await rest.click()
  assert.equal(await isSeen(), true)
})

test('a restore asks again after a concurrent change, and can be undone', async (t) => {
  const { page, context, person } = await openRenamedAccount(t)
  await momentSlider(page).press('ArrowLeft')
  await momentSlider(page).press('ArrowLeft')
  await page.waitForURL('**/time-travel?at=*')
  await page.getByRole('button', { name: 'Put your profile back as it was' }).click()
  await rename(context, 'Countess')
  const dialog = page.getByRole('dialog', { name: 'Put your profile back as it was' })

  await dialog.getByRole('button', { name: 'Put these back' }).click()
  await confirmInDialog(page, person)
  await dialog.getByText('Your name was changed meanwhile.').waitFor()
  await dialog.getByText('Countess').waitFor()
  await dialog.getByRole('button', { name: 'Put these back' }).click()

  await page.getByText('Your profile is as it was then.').waitFor()
  await page.getByRole('button', { name: 'Account menu of Ada King' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
})

test('the event log is verified in the background, and a fault is reported', async (t) => {
  const { page, person } = await openRenamedAccount(t)
  await page.getByText(/^\d+ events, unbroken since .* Cheers\.$/).waitFor()

  tamperWithEventLog(foyer, person)
  await page.reload()

  await page.getByText('The record is broken at event 1.').waitFor()
  await page.getByText('What it says is not what was written.').waitFor()
  await page.getByRole('link', { name: 'Look at that event' }).click()
  await page.locator('.event-detail').waitFor()
})
