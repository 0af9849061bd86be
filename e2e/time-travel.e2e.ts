import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Locator, Page } from 'playwright-core'

import { breakRecord } from './broken-record.ts'
import { open, openFoyer } from './foyer.ts'
import { confirmInDialog, join, type Person, post, signIn } from './people.ts'

const foyer = openFoyer()
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const happened = (page: Page) => page.locator('.readout-words > span')
const rename = (context: Parameters<typeof post>[0], name: string) =>
  post(context, '/user/profile-information?_method=put', { name })

/** Ada, who changed her name twice, on a page that knows all of it. */
async function adaRenamed(t: TestContext) {
  const visitor = await foyer.visitor(t)
  const { page, context } = visitor
  const person = await join(foyer, context)
  await rename(context, 'Ada King')
  await rename(context, 'Ada Byron')
  const loaded = page.waitForResponse(isFor('nearby'))
  await open(page, '/time-travel')
  await loaded
  return { ...visitor, person }
}

const isFor = (prop: string) => (response: { request(): { headers(): Record<string, string> } }) =>
  response.request().headers()['x-inertia-partial-data'] === prop

test('keys go from event to event, and the address returns to where they led', async (t) => {
  const { page, person } = await adaRenamed(t)
  await moment(page).press('ArrowLeft')
  await happened(page).getByText('Your profile was changed').waitFor()
  await moment(page).press('ArrowLeft')
  const name = page.getByRole('row', { name: 'Name' })
  await name.getByText('Ada King').waitFor()
  await name.getByText('Ada Byron').waitFor()
  await page.waitForURL('**/time-travel?at=*')
  const there = page.url()

  await moment(page).press('Home')
  await page.waitForURL((url) => url.href !== there && url.search !== '')
  await name.getByText(person.name).waitFor()
  await moment(page).press('End')
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('heading', { name: 'Your account now' }).waitFor()
  await page.goBack()
  await page.goBack()
  await name.getByText('Ada King').waitFor()
  assert.equal(page.url(), there)
  await page.reload()
  await name.getByText('Ada King').waitFor()
})

test('dragging through what is loaded asks the server nothing', async (t) => {
  const { page } = await adaRenamed(t)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.headers()['x-inertia']) asked.push(request.url())
  })
  const box = await page.locator('.track').boundingBox()
  assert.ok(box)
  const to = (share: number) => page.mouse.move(box.x + box.width * share, box.y + 20)

  await to(0.9)
  await page.mouse.down()
  for (const share of [0.7, 0.5, 0.3, 0.1, 0.6, 0.2]) await to(share)
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.mouse.up()

  await page.waitForURL('**/time-travel?at=*')
  assert.deepEqual(asked, [])
})

test('without script the account of any moment, and each event, can be read', async (t) => {
  const { page, context } = await foyer.visitor(t, { javaScriptEnabled: false })
  await join(foyer, context)
  await rename(context, 'Ada King')
  await page.goto('/time-travel')
  await page.getByRole('link', { name: 'Your profile was changed' }).click()
  await page.getByRole('row', { name: 'Name Ada Lovelace Ada King' }).waitFor()
  await page.getByRole('link', { name: 'Previous event' }).click()
  await page.getByRole('heading', { name: 'Then and now' }).waitFor()

  await page.getByLabel('Exact time').fill('1969-07-20T20:17:00')
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.getByText('Your account did not exist then').waitFor()
  await page.getByLabel('Kind of event').selectOption('token')
  await page.getByRole('button', { name: 'Show these' }).click()
  await page.getByText('Nothing happened here. Cheers.').waitFor()
})

test('what changed meanwhile is shown and asked about again, and what came back can be undone', async (t) => {
  const { page, context, person } = await adaRenamed(t)
  await moment(page).press('ArrowLeft')
  await moment(page).press('ArrowLeft')
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

test('the record is verified while it is read, and a break in it is said plainly', async (t) => {
  const { page, person } = await adaRenamed(t)
  await page.getByText(/^\d+ events, unbroken since .* Cheers\.$/).waitFor()

  breakRecord(foyer, person)
  await page.reload()

  await page.getByText('The record is broken at event 1.').waitFor()
  await page.getByText('What it says is not what was written.').waitFor()
  await page.getByRole('link', { name: 'Look at that event' }).click()
  await page.locator('.event-detail').waitFor()
})

test('an account taken over in the night is understood and put right with the keyboard alone', async (t) => {
  const [home, thief] = [await foyer.visitor(t), await foyer.visitor(t, firefox)]
  const person = await join(foyer, home.context)
  await takenOver(thief, person)
  const { page } = home
  const loaded = page.waitForResponse(isFor('nearby'))
  await open(page, '/time-travel')
  await loaded
  const keys = new Keys(page)

  // What changed, when, from where.
  await keys.tabTo(moment(page))
  await keys.press('ArrowLeft', 4)
  await happened(page).getByText('A device signed in').waitFor()
  await page.getByRole('row', { name: 'Name' }).getByText('Mallory').waitFor()
  await page.waitForURL('**/time-travel?at=*')
  const came = page.getByRole('link', { name: /A device signed in .* Firefox on Windows/ })
  await keys.tabTo(came)
  await keys.press('Enter')
  await page.getByText("This wasn't me").waitFor()

  // It was somebody else.
  await keys.tabTo(page.locator('.not-me > summary'))
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('button', { name: 'It was not me, take all of it back' }))
  await keys.press('Enter')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
  await keys.type(person.password)
  await keys.press('Enter')
  await page.getByText('Their sessions have ended').waitFor()
  await page.getByText('Their API tokens are revoked').waitFor()

  // And the name is hers again.
  await keys.press('Home')
  await keys.tabBackTo(page.getByRole('button', { name: 'Put your profile back as it was' }))
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('button', { name: 'Put these back' }))
  await keys.press('Enter')
  await page.getByText('Your profile is as it was then.').waitFor()
  assert.ok(keys.pressed <= 100, `${keys.pressed} keys`)

  // Nobody had to click: the end of the session leads them out.
  await thief.page.waitForURL('**/login*')
})

/** Someone who knows the password is in, and makes themselves at home. */
async function takenOver(
  { page, context }: Awaited<ReturnType<typeof foyer.visitor>>,
  person: Person,
) {
  await signIn(page, person)
  await rename(context, 'Mallory')
  await post(context, '/user/confirm-password', { password: person.password })
  await post(context, '/user/api-tokens', { name: 'sync', permissions: ['read'], networks: '' })
}

/** A keyboard, and how often it was pressed. */
class Keys {
  pressed = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time++) await this.#page.keyboard.press(key)
    this.pressed += times
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.pressed += text.length
  }

  tabTo(goal: Locator): Promise<void> {
    return this.#until(goal, 'Tab')
  }

  tabBackTo(goal: Locator): Promise<void> {
    return this.#until(goal, 'Shift+Tab')
  }

  async #until(goal: Locator, key: string): Promise<void> {
    for (let tries = 0; tries < 40; tries++) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await this.press(key)
    }
    assert.fail(`The keyboard does not reach ${String(goal)}.`)
  }
}
