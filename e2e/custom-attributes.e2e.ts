import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { adaWithAttributes, sampleAttributes } from '#testing/attribute-samples.ts'
import { freePort } from '#testing/free-port.ts'
import { confirmPassword } from '#testing/signed-in-accounts.ts'

import { runAxe } from './axe.ts'
import { sharedChromium } from './chromium.ts'
import { horizontalOverflow } from './layout-checks.ts'

const browser = sharedChromium()

test('a person fills in the fields, corrects a mistake and sees the change in Time Travel (ATT-28)', async (t) => {
  const { page } = await signedInPage(t)
  await page.goto('/user/profile')
  const section = page.locator('#attributes')
  await section.getByLabel('Company').fill('Analytical Engines')
  await section.getByLabel('Seats').fill('900')
  await section.getByLabel('Newsletter').selectOption('false')
  await section.getByLabel('Birthday').fill('1915-12-10')
  await section.getByRole('button', { name: 'Save details' }).click()
  await section.getByText('Use 500 or less.').waitFor()

  await section.getByLabel('Seats').fill('12')
  await section.getByRole('button', { name: 'Save details' }).click()
  await section.getByText('Saved').waitFor()

  await page.goto('/time-travel')
  const newest = page.locator('.event-list li').first()
  await newest.getByText('Details about you changed').waitFor()
  assert.match(await newest.innerText(), /Analytical Engines/)
})

test('Time Travel restores an attribute, and undoes it (ATT-28)', async (t) => {
  const { foyer, page, laptop } = await signedInPage(t)
  const put = (body: object) => laptop.json('/user/attributes', { method: 'PUT', body })
  await put({ company: 'Before', size: 's' })
  const at = new Date(foyer.clock.now()).toISOString()
  foyer.clock.advance(60_000)
  await put({ company: 'After', size: '' })

  await page.goto(`/time-travel?at=${at}`)
  await page.getByRole('button', { name: 'Restore your profile…' }).click()
  const dialog = page.locator('dialog:popover-open')
  await dialog.getByText('T-shirt size').waitFor()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Profile restored.').waitFor()
  assert.deepEqual(await storedValues(page), ['Before', 's'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone. Your profile is as it was before.').waitFor()
  assert.deepEqual(await storedValues(page), ['After', ''])
})

for (const [where, options] of Object.entries<BrowserContextOptions>({
  'on a phone': { viewport: { width: 390, height: 844 } },
  'in the dark': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'without script': { javaScriptEnabled: false, viewport: { width: 320, height: 700 } },
})) {
  test(`the fields are accessible and fit ${where}, with errors too (ATT-29)`, async (t) => {
    const { page } = await signedInPage(t, options)
    await page.goto('/user/profile')
    await page.locator('#attributes').getByLabel('Seats').fill('900')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Use 500 or less.').waitFor()

    assert.equal(await page.locator('#attributes').getByLabel('Seats').inputValue(), '900')
    if (options.javaScriptEnabled === false) return
    const { violations } = await runAxe(page)
    assert.deepEqual(
      violations.map(({ description }) => description),
      [],
    )
    assert.deepEqual(await horizontalOverflow(page), [])
  })
}

/** Ada's window at a server that declares the sample attributes. She has confirmed her password. */
async function signedInPage(t: TestContext, options: BrowserContextOptions = {}) {
  const port = await freePort()
  const baseURL = `http://localhost:${port}`
  const { foyer, laptop } = await adaWithAttributes(t, sampleAttributes, { APP_URL: baseURL })
  foyer.clock.set(Date.now())
  // Gives the session a new cookie.
  await confirmPassword(laptop)
  await foyer.app.listen({ port, host: 'localhost' })
  const context = await newContext(t, browser(), { baseURL, reducedMotion: 'reduce', ...options })
  const cookies = [...laptop.cookies].map(([name, value]) => ({ name, value, url: baseURL }))
  await context.addCookies(cookies)
  return { foyer, laptop, page: await context.newPage() }
}

async function newContext(t: TestContext, chromium: Browser, options: BrowserContextOptions) {
  const context = await chromium.newContext(options)
  t.after(() => context.close())
  return context
}

async function storedValues(page: Page): Promise<string[]> {
  const other = await page.context().newPage()
  await other.goto('/user/profile')
  const section = other.locator('#attributes')
  const values = [
    await section.getByLabel('Company').inputValue(),
    await section.getByLabel('T-shirt size').inputValue(),
  ]
  await other.close()
  return values
}
