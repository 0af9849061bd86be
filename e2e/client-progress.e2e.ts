import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { hold, inChromium, visitor } from './visitor.ts'

inChromium()

/** A page that stands still: time passes only when the test lets it. */
async function stillPage(t: TestContext) {
  const { page } = await visitor(t)
  await page.clock.install({ time: 0 })
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.clock.pauseAt(60_000)
  return page
}

const bar = (page: Page) => page.locator('.progress')
const click = (page: Page, href: string) =>
  page.evaluate(`document.querySelector('a[href="${href}"]').click()`)

async function status(page: Page): Promise<number> {
  const scale = await bar(page)
    .locator('div')
    .evaluate((line: HTMLElement) => line.style.transform)
  return Number(/scaleX\((.*)\)/.exec(scale)?.[1])
}

test('the bar shows after 250 ms, thin, grey, at 0.08, with no spinner', async (t) => {
  const page = await stillPage(t)
  const visit = await hold(page, '/terms-of-service')
  await click(page, '/terms-of-service')
  await page.clock.runFor(249)
  assert.equal(await bar(page).count(), 0)
  await page.clock.runFor(1)
  assert.equal(await bar(page).count(), 1)
  assert.equal(await status(page), 0.08)

  const line = bar(page).locator('div')
  const look = await line.evaluate((it) => [getComputedStyle(it).backgroundColor, it.clientHeight])
  assert.deepEqual(look, ['rgb(75, 85, 99)', 2])
  const box = await line.boundingBox()
  assert.equal(box?.y, 0)
  assert.equal(await bar(page).locator('*').count(), 1)
  await visit.go()
})

test('the bar creeps by at most 0.02 every 800 ms', async (t) => {
  const page = await stillPage(t)
  const visit = await hold(page, '/terms-of-service')
  await click(page, '/terms-of-service')
  await page.clock.runFor(250)
  await page.clock.runFor(799)
  assert.equal(await status(page), 0.08)
  await page.clock.runFor(1)
  const after = await status(page)
  assert.ok(after > 0.08 && after <= 0.1, String(after))
  await page.clock.runFor(10 * 800)
  const later = await status(page)
  assert.ok(later > after && later <= after + 10 * 0.02, String(later))
  await visit.go()
})

test('a completed visit fills the bar and takes it away', async (t) => {
  const page = await stillPage(t)
  const visit = await hold(page, '/terms-of-service')
  await click(page, '/terms-of-service')
  await page.clock.runFor(300)
  await visit.go()
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('.progress > div')?.style.transform === 'scaleX(1)',
  )
  await page.clock.runFor(399)
  assert.equal(await bar(page).count(), 1)
  await page.clock.runFor(1)
  assert.equal(await bar(page).count(), 0)
})

test('a newer visit starts the bar again', async (t) => {
  const page = await stillPage(t)
  await hold(page, '/terms-of-service')
  await hold(page, '/privacy-policy')
  await click(page, '/terms-of-service')
  await page.clock.runFor(5000)
  assert.ok((await status(page)) > 0.08)
  await click(page, '/privacy-policy')
  assert.equal(await status(page), 0.08)
  assert.equal(await bar(page).count(), 1)
})

test('a cancelled visit takes the bar away at once', async (t) => {
  const page = await stillPage(t)
  await click(page, '/terms-of-service')
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await hold(page, '/privacy-policy')
  await click(page, '/privacy-policy')
  await page.clock.runFor(300)
  assert.equal(await bar(page).count(), 1)
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await bar(page).count(), 0)
})

test('a quick visit shows no bar', async (t) => {
  const page = await stillPage(t)
  await click(page, '/terms-of-service')
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await page.clock.runFor(1000)
  assert.equal(await bar(page).count(), 0)
})

test('prefetches and polls show no bar', async (t) => {
  const page = await stillPage(t)
  await page.evaluate(`
    for (const visit of [{ showProgress: false }, { showProgress: true, prefetch: true }]) {
      document.dispatchEvent(new CustomEvent('inertia:start', { detail: { visit: { id: 'x', ...visit } } }))
    }
  `)
  await page.clock.runFor(5000)
  assert.equal(await bar(page).count(), 0)
})
