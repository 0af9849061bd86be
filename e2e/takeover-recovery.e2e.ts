import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext, Locator, Page } from 'playwright-core'

import { fillSignIn, createAccount, type Person, postForm } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

/** A separate server, since this test moves its clock. */
const foyer = startTestServer({ TEST_CLOCK: '1' })
const timezoneId = 'Europe/Berlin'
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

const momentSlider = (page: Page) => page.getByRole('slider', { name: 'Point in time' })
const shownEvent = (page: Page) => page.locator('.readout-details > span')

test('an account taken over at 03:12 is examined and restored with the keyboard alone', async (t) => {
  const home = await foyer.newVisitor(t, { timezoneId })
  const thief = await foyer.newVisitor(t, { ...firefox, timezoneId })
  const person = await createAccount(foyer, home.context)
  await signInRemembered(home, person)
  await takeOverAccount(thief, person, () => setClock(home.context, '03:12'))
  await setClock(home.context, '07:40')
  const { page } = home
  await openPage(page, '/time-travel')
  const keys = new Keyboard(page)

  await keys.tabTo(momentSlider(page))
  await keys.press('ArrowLeft', 4)
  await shownEvent(page).getByText('New sign-in').waitFor()
  assert.match(await page.locator('.readout-time').innerText(), /\b3:12\sAM/)
  assert.equal(await page.locator('.readout-details > time').innerText(), '4 hours ago')
  await page.getByRole('row', { name: 'Name' }).getByText('Mallory').waitFor()
  await page.waitForURL('**/time-travel?at=*')
  const takeoverEvent = page.getByRole('link', {
    name: /New sign-in .* Firefox on Windows/,
  })
  await keys.tabTo(takeoverEvent)
  await keys.press('Enter')
  await page.getByText("This wasn't me").waitFor()

  await keys.tabTo(page.locator('.takeover > summary'))
  await keys.press('Enter')
  await page.getByRole('button', { name: 'Secure my account' }).waitFor()
  await keys.tabTo(page.getByRole('button', { name: 'Secure my account' }))
  await keys.press('Enter')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
  await keys.type(person.password)
  await keys.press('Enter')
  await page.getByText('Their devices are signed out').waitFor()
  await page.getByText("The account's email address is yours").waitFor()

  await keys.press('Home')
  await keys.tabBackTo(page.getByRole('button', { name: 'Restore your profile…' }))
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('button', { name: 'Restore', exact: true }))
  await keys.press('Enter')
  await page.getByText('Profile restored.').waitFor()
  assert.ok(keys.pressCount <= 100, `${keys.pressCount} keys`)

  // The thief's page signs out without a click.
  await thief.page.waitForURL('**/login*')
})

/** Any other session would expire before tomorrow. */
async function signInRemembered(
  { context }: BrowserWindow,
  { email, password }: Person,
): Promise<void> {
  await context.clearCookies()
  await postForm(context, '/login', { email, password, remember: true })
}

interface BrowserWindow {
  page: Page
  context: BrowserContext
}

async function takeOverAccount(
  { page, context }: BrowserWindow,
  person: Person,
  setClockToNight: () => Promise<void>,
) {
  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()
  await setClockToNight()
  const listening = page.waitForResponse('**/broadcasting/auth')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await listening
  await postForm(context, '/user/profile-information?_method=put', { name: 'Mallory' })
  await postForm(context, '/user/confirm-password', { password: person.password })
  await postForm(context, '/user/email-change', { email: 'mallory@example.com' })
}

async function setClock(context: BrowserContext, time: string): Promise<void> {
  const tomorrow = Temporal.Now.plainDateISO(timezoneId).add({ days: 1 })
  await postForm(context, '/test-clock', { moment: `${tomorrow}T${time}`, zone: timezoneId })
}

class Keyboard {
  pressCount = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time++) await this.#page.keyboard.press(key)
    this.pressCount += times
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.pressCount += text.length
  }

  tabTo(target: Locator): Promise<void> {
    return this.#pressUntilFocused(target, 'Tab')
  }

  tabBackTo(target: Locator): Promise<void> {
    return this.#pressUntilFocused(target, 'Shift+Tab')
  }

  async #pressUntilFocused(target: Locator, key: string): Promise<void> {
    for (let attempt = 0; attempt < 40; attempt++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press(key)
    }
    assert.fail(`The keyboard does not reach ${String(target)}.`)
  }
}
