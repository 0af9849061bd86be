import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { BrowserContext, Page } from 'playwright-core'

import {
  confirmInDialog,
  createAccount,
  type Person,
  postForm,
  signedInContext,
} from './account-steps.ts'
import { tamperWithEventLog } from './tamper-with-event-log.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const momentSlider = (page: Page) => page.getByRole('slider', { name: 'Point in time' })
const shownEvent = (page: Page) => page.locator('.readout-details > span')
const rename = (context: Parameters<typeof postForm>[0], name: string) =>
  postForm(context, '/user/profile-information?_method=put', { name })

/** Creates 30 names, 20 API tokens and 20 more devices. */
async function accountWithRichHistory(t: TestContext, context: BrowserContext): Promise<Person> {
  const person = await createAccount(foyer, context)
  for (let count = 0; count < 30; count++) await rename(context, `Ada ${count}`)
  await postForm(context, '/user/confirm-password', { password: person.password })
  const token = { permissions: ['read'], expiry: 'never' }
  for (let count = 0; count < 20; count++)
    await postForm(context, '/user/api-tokens', { ...token, name: `Backup ${count}` })
  assert.match(await (await context.request.get('/user/api-tokens')).text(), /Backup 19/)
  for (let count = 0; count < 20; count++) await signedInContext(foyer, t, person)
  return person
}

/** Ada, renamed twice, on Time Travel with all events loaded. */
async function openRenamedAccount(t: TestContext) {
  const visitor = await foyer.visitor(t)
  const { page, context } = visitor
  const person = await createAccount(foyer, context)
  await rename(context, 'Ada King')
  await rename(context, 'Ada Byron')
  const loaded = page.waitForResponse(requestsProp('eventWindow'))
  await openPage(page, '/time-travel')
  await momentSlider(page).focus()
  await loaded
  return { ...visitor, person }
}

const requestsProp =
  (prop: string) => (response: { request(): { headers(): Record<string, string> } }) =>
    response.request().headers()['x-inertia-partial-data'] === prop

test('arrow keys step from event to event, and the URL restores the moment', async (t) => {
  const { page, person } = await openRenamedAccount(t)
  await momentSlider(page).press('ArrowLeft')
  await shownEvent(page).getByText('Profile changed').waitFor()
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
  await page.getByRole('link', { name: 'Profile changed' }).click()
  await page.getByRole('row', { name: /Name .*Ada Lovelace .*Ada King/ }).waitFor()
  await page.getByRole('link', { name: 'Previous event' }).click()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()

  await page.getByLabel('Time', { exact: true }).fill('1969-07-20T20:17:00')
  await page.getByRole('button', { name: 'Go' }).click()
  await page.getByText("Your account didn't exist then").waitFor()
  await page.getByLabel('Type of event').selectOption('passkey')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('No matching events').waitFor()
})

test('on a desktop the state and the list stand side by side on the first screen', async (t) => {
  const { page, context } = await foyer.visitor(t, { viewport: { width: 1280, height: 800 } })
  await accountWithRichHistory(t, context)
  await openPage(page, '/time-travel')
  for (let step = 0; step < 21; step++) await momentSlider(page).press('ArrowLeft')
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
  const state = await page.getByRole('region', { name: 'Then and now' }).boundingBox()
  const list = await page.getByRole('region', { name: 'What happened' }).boundingBox()
  assert.ok(state && list)

  assert.equal(state.y, list.y)
  assert.ok(state.x + state.width < list.x)
  assert.ok(list.y < 560, String(list.y))
})

test('on a phone the page is short, and more events load on request', async (t) => {
  const { page, context } = await foyer.visitor(t, { viewport: { width: 390, height: 844 } })
  await accountWithRichHistory(t, context)
  await openPage(page, '/time-travel')
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  assert.ok((await heightOf()) <= 3500, String(await heightOf()))
  const shown = await page.locator('.event').count()

  await page.getByRole('button', { name: 'Show earlier events' }).click()
  // Folded into a group, perhaps.
  await page.locator('.event').nth(shown).waitFor({ state: 'attached' })
})

test('two moments other than now are compared, also after a reload and without script', async (t) => {
  const { page, context, person } = await openRenamedAccount(t)
  for (let count = 0; count < 2; count++) await momentSlider(page).press('ArrowLeft')
  await page.waitForURL('**/time-travel?at=*')
  await page.getByText('Compare with another time').click()
  const other = page.getByLabel('The other time')
  await other.fill(`2030-01-01T00:00:00`)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL('**with=2030*')
  // The future is now.
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()

  // Before the account existed is its first moment.
  await other.fill('1969-07-20T20:17:00')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('heading', { name: 'Two points in time' }).waitFor()
  const name = page.getByRole('row', { name: 'Name' })
  await name.getByText(person.name).waitFor()
  await name.getByText('Ada King').waitFor()
  await page.reload()
  await name.getByText('Ada King').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Restore your profile…' }).count(), 0)

  const plain = await context.request.get(page.url())
  assert.match(await plain.text(), /Two points in time/)
  await page.getByRole('link', { name: 'Compare with now' }).click()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
})

test('events can be searched, and everything is shown again', async (t) => {
  const { page } = await openRenamedAccount(t)
  await page.getByLabel('Search events').fill('byron')
  await page.getByLabel('Search events').press('Enter')
  await page.waitForURL('**search=byron*')
  await page.getByText('Ada King → Ada Byron').waitFor()
  assert.equal(await page.locator('.event').count(), 1)

  await page.getByLabel('Search events').fill('no such event')
  await page.getByLabel('Search events').press('Enter')
  await page.getByText('No matching events').waitFor()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await page.getByText('Ada King → Ada Byron').waitFor()
  assert.equal(await page.getByLabel('Search events').inputValue(), '')
})

test('the scroll position of the list is kept when coming back', async (t) => {
  const { page, context } = await openRenamedAccount(t)
  for (let count = 0; count < 30; count++) await rename(context, `Ada ${count}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/time-travel')
  await page.waitForFunction(() => {
    // Again and again, since Inertia scrolls each list to where it was before after the first rendering.
    document.querySelector('.events-by-day')?.scrollTo(0, 150)
    return history.state.scrollRegions?.[0]?.top === 150
  })

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
  await page.goBack()

  await page.waitForFunction(() => document.querySelector('.events-by-day')?.scrollTop === 150)
})

test('on a phone only the primary facts are expanded; on desktop all are', async (t) => {
  const { page } = await openRenamedAccount(t)
  const account = page.getByRole('region', { name: 'Your account now' })
  const zone = account.getByText('Same as your device')
  const isSeen = () => zone.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))
  const rest = account.getByText(/^\d+ more$/)
  assert.deepEqual([await isSeen(), await rest.isVisible()], [true, false])

  await page.setViewportSize({ width: 390, height: 844 })

  await account.getByText('Two-factor authentication').waitFor()
  assert.equal(await isSeen(), false)
  await rest.click()
  assert.equal(await isSeen(), true)
})

test('a restore asks again after a concurrent change, and can be undone', async (t) => {
  const { page, context, person } = await openRenamedAccount(t)
  await momentSlider(page).press('ArrowLeft')
  await momentSlider(page).press('ArrowLeft')
  await page.waitForURL('**/time-travel?at=*')
  await page.getByRole('button', { name: 'Restore your profile…' }).click()
  await rename(context, 'Countess')
  const dialog = page.getByRole('dialog', { name: 'Restore your profile' })

  await dialog.getByRole('button', { name: 'Restore' }).click()
  await confirmInDialog(page, person)
  await dialog.getByText('Your name has changed in the meantime.').waitFor()
  await dialog.getByText('Countess').waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).click()

  const result = page.getByText('Profile restored.')
  await result.waitFor()
  const box = await result.boundingBox()
  assert.ok(box && box.y > 0 && box.y + box.height < (page.viewportSize()?.height ?? 0))
  await page.getByRole('button', { name: 'Account menu of Ada King' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  await page.getByText('Undone. Your profile is as it was before.').waitFor()
  assert.equal(await page.getByText('Profile restored.').count(), 0)
})

test('the event log is verified in the background, and a fault is reported', async (t) => {
  const { page, person } = await openRenamedAccount(t)
  await page.getByText(/^\d+ events since .* Checked: nothing was altered\.$/).waitFor()

  tamperWithEventLog(foyer, person)
  await page.reload()

  await page.getByText('The event log was altered at event 1.').waitFor()
  await page.getByText('Its content was altered.').waitFor()
  await page.getByRole('link', { name: 'Show that event' }).click()
  await page.locator('.event-detail').waitFor()
})

test('the mouse shows how many events each bar of the histogram stands for', async (t) => {
  const { page } = await openRenamedAccount(t)
  const tooltip = page.locator('.bar-tooltip')
  const bars = await page.locator('.histogram').evaluate(barCenters)
  const total = await page
    .getByRole('table', { name: 'Events over time' })
    .locator('td:nth-child(2)')
    .evaluateAll((cells) => cells.reduce((sum, { textContent }) => sum + Number(textContent), 0))

  let shown = 0
  for (const { x, y, percent, isSecurity } of bars) {
    await page.mouse.move(x, y)
    await page.waitForFunction((expected) => {
      const style = document.querySelector<HTMLElement>('.bar-tooltip')?.style
      return Math.abs(Number.parseFloat(style?.insetInlineStart ?? '') - expected) < 0.01
    }, percent)
    const text = (await tooltip.locator('strong').textContent()) ?? ''
    assert.equal(/security/.test(text), isSecurity, text)
    shown += text.startsWith('One') ? 1 : Number.parseInt(text, 10)
  }

  assert.ok(bars.some(({ isSecurity }) => !isSecurity) && total > 3)
  assert.equal(shown, total)
  await page.mouse.move(0, 0)
  await tooltip.waitFor({ state: 'detached' })
  await page.mouse.move(bars[0]?.x ?? 0, bars[0]?.y ?? 0)
  await tooltip.waitFor()
  await page.mouse.down()
  await tooltip.waitFor({ state: 'detached' })
  await page.mouse.up()
})

/** The centers of the drawn bars, in the window. */
function barCenters(chart: Element) {
  const { left, width, top, height } = chart.getBoundingClientRect()
  const barCount = Number(chart.getAttribute('viewBox')?.split(' ')[2])
  return [...chart.querySelectorAll('path:not(.histogram-mark)')].flatMap((path) =>
    [...(path.getAttribute('d') ?? '').matchAll(/M(\d+)/g)].map(([, index]) => {
      const share = (Number(index) + 0.5) / barCount
      const isSecurity = path.classList.contains('histogram-security')
      return { x: left + share * width, y: top + height / 2, percent: share * 100, isSecurity }
    }),
  )
}
