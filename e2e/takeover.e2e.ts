import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext, Locator, Page } from 'playwright-core'

import { open, openFoyer } from './foyer.ts'
import { fillSignIn, join, type Person, post } from './people.ts'

/** A house of its own: here the clock is moved, for everyone in it. */
const foyer = openFoyer({ TEST_CLOCK: '1' })
const timezoneId = 'Europe/Berlin'
const firefox = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const happened = (page: Page) => page.locator('.readout-words > span')

test('an account taken over at 03:12 is understood and put right in the morning with the keyboard alone', async (t) => {
  const home = await foyer.visitor(t, { timezoneId })
  const thief = await foyer.visitor(t, { ...firefox, timezoneId })
  const person = await join(foyer, home.context)
  await stayingSignedIn(home, person)
  await takenOver(thief, person, () => clockTo(home.context, '03:12'))
  await clockTo(home.context, '07:40')
  const { page } = home
  await open(page, '/time-travel')
  const keys = new Keys(page)

  // What changed, when, from where.
  await keys.tabTo(moment(page))
  await keys.press('ArrowLeft', 4)
  await happened(page).getByText('A device signed in').waitFor()
  assert.match(await page.locator('.readout-time').innerText(), /\b3:12:\d\d\sAM/)
  assert.equal(await page.locator('.readout-words > time').innerText(), '4 hours ago')
  await page.getByRole('row', { name: 'Name' }).getByText('Mallory').waitFor()
  await page.waitForURL('**/time-travel?at=*')
  const came = page.getByRole('link', {
    name: /^3:12\sAM\s*A device signed in .* Firefox on Windows/,
  })
  await keys.tabTo(came)
  await keys.press('Enter')
  await page.getByText("This wasn't me").waitFor()

  // It was somebody else.
  await keys.tabTo(page.locator('.not-me > summary'))
  await keys.press('Enter')
  await page.getByRole('button', { name: 'Secure my account' }).waitFor()
  await keys.tabTo(page.getByRole('button', { name: 'Secure my account' }))
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

/** Until tomorrow, which is longer than a session lasts that nobody uses. */
async function stayingSignedIn({ context }: Window, { email, password }: Person): Promise<void> {
  await context.clearCookies()
  await post(context, '/login', { email, password, remember: true })
}

interface Window {
  page: Page
  context: BrowserContext
}

/** Someone who knows the password comes at night, and makes themselves at home. */
async function takenOver({ page, context }: Window, person: Person, atNight: () => Promise<void>) {
  await open(page, '/login')
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()
  await atNight()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  await post(context, '/user/profile-information?_method=put', { name: 'Mallory' })
  await post(context, '/user/confirm-password', { password: person.password })
  await post(context, '/user/api-tokens', { name: 'sync', permissions: ['read'], networks: '' })
}

/** Puts the clock of the house ahead, to a time tomorrow. */
async function clockTo(context: BrowserContext, time: string): Promise<void> {
  const tomorrow = Temporal.Now.plainDateISO(timezoneId).add({ days: 1 })
  await post(context, '/test-clock', { moment: `${tomorrow}T${time}`, zone: timezoneId })
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
