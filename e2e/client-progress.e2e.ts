import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { holdVisits, setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()

async function pageWithPausedClock(t: TestContext) {
  const { page } = await visitFakeServer(t)
  await page.clock.install({ time: 0 })
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.clock.pauseAt(60_000)
  return page
}

const progressBar = (page: Page) => page.locator('#nprogress')
const progressLine = (page: Page) => progressBar(page).locator('.bar')
const clickLink = (page: Page, href: string) =>
  page.evaluate(`document.querySelector('a[href="${href}"]').click()`)

/** How much of the line has entered the window, from 0 to 1. */
async function progress(page: Page): Promise<number> {
  const transform = await progressLine(page).evaluate((line: HTMLElement) => line.style.transform)
  const shift = Number(/translate3d\((.*?)%/.exec(transform)?.[1])
  return Math.round((1 + shift / 100) * 10_000) / 10_000
}

test('the bar appears after 250 ms at 0.08, thin and grey, without a spinner', async (t) => {
  const page = await pageWithPausedClock(t)
  const heldVisit = await holdVisits(page, '/terms-of-service')
  await clickLink(page, '/terms-of-service')
  await page.clock.runFor(249)
  assert.equal(await progressBar(page).count(), 0)
  await page.clock.runFor(1)
  assert.equal(await progressBar(page).count(), 1)
  assert.equal(await progress(page), 0.08)

  const line = progressLine(page)
  const style = await line.evaluate((it) => [getComputedStyle(it).backgroundColor, it.clientHeight])
  assert.deepEqual(style, ['rgb(75, 85, 99)', 2])
  const box = await line.boundingBox()
  assert.equal(box?.y, 0)
  assert.equal(await progressBar(page).locator('.spinner').count(), 0)
  await heldVisit.release()
})

test('the bar advances by at most 0.02 every 800 ms', async (t) => {
  const page = await pageWithPausedClock(t)
  // Each step is random: now the greatest. The smallest would not be seen.
  await page.evaluate('Math.random = () => 1')
  const heldVisit = await holdVisits(page, '/terms-of-service')
  await clickLink(page, '/terms-of-service')
  await page.clock.runFor(250)
  await page.clock.runFor(799)
  assert.equal(await progress(page), 0.08)
  await page.clock.runFor(1)
  assert.equal(await progress(page), 0.1)
  await page.clock.runFor(10 * 800)
  assert.equal(await progress(page), 0.3)
  await heldVisit.release()
})

test('a completed visit fills the bar and removes it', async (t) => {
  const page = await pageWithPausedClock(t)
  const heldVisit = await holdVisits(page, '/terms-of-service')
  await clickLink(page, '/terms-of-service')
  await page.clock.runFor(300)
  await heldVisit.release()
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  assert.equal(await progress(page), 1)
  await page.clock.runFor(399)
  assert.equal(await progressBar(page).count(), 1)
  await page.clock.runFor(1)
  assert.equal(await progressBar(page).count(), 0)
})

test('a newer visit restarts the bar', async (t) => {
  const page = await pageWithPausedClock(t)
  await holdVisits(page, '/terms-of-service')
  await holdVisits(page, '/privacy-policy')
  await clickLink(page, '/terms-of-service')
  await page.clock.runFor(5000)
  assert.ok((await progress(page)) > 0.08)
  await clickLink(page, '/privacy-policy')
  assert.equal(await progress(page), 0.08)
  assert.equal(await progressBar(page).count(), 1)
})

test('a cancelled visit removes the bar immediately', async (t) => {
  const page = await pageWithPausedClock(t)
  await clickLink(page, '/terms-of-service')
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await holdVisits(page, '/privacy-policy')
  await clickLink(page, '/privacy-policy')
  await page.clock.runFor(300)
  assert.equal(await progressBar(page).count(), 1)
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await progressBar(page).count(), 0)
})

test('an interrupted visit removes its bar if its successor shows none', async (t) => {
  const page = await pageWithPausedClock(t)
  await page.evaluate(`
    dispatchVisit = (name, visit) =>
      document.dispatchEvent(new CustomEvent('inertia:' + name, { detail: { visit } }))
    dispatchVisit('start', { id: 'slow', showProgress: true })
  `)
  await page.clock.runFor(300)
  assert.equal(await progressBar(page).count(), 1)
  await page.evaluate(
    `dispatchVisit('finish', { id: 'slow', showProgress: true, interrupted: true })`,
  )
  await page.clock.runFor(1000)
  assert.equal(await progressBar(page).count(), 0)
})

test('a quick visit shows no bar', async (t) => {
  const page = await pageWithPausedClock(t)
  await clickLink(page, '/terms-of-service')
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await page.clock.runFor(1000)
  assert.equal(await progressBar(page).count(), 0)
})

test('a background visit that finishes meanwhile leaves the bar to the visit that a person waits for', async (t) => {
  const page = await pageWithPausedClock(t)
  const heldVisit = await holdVisits(page, '/terms-of-service')
  await clickLink(page, '/terms-of-service')
  await page.clock.runFor(300)
  await page.evaluate(`
    const visit = { id: 'poll', showProgress: false, completed: true }
    for (const name of ['start', 'finish'])
      document.dispatchEvent(new CustomEvent('inertia:' + name, { detail: { visit } }))
  `)
  await page.clock.runFor(1600)
  assert.ok((await progress(page)) > 0.08)
  assert.ok(await progressLine(page).isVisible())

  await heldVisit.release()
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor()
  await page.clock.runFor(1000)
  assert.equal(await progressBar(page).count(), 0)
})

test('prefetches and polls show no bar', async (t) => {
  const page = await pageWithPausedClock(t)
  await page.evaluate(`
    for (const visit of [{ showProgress: false }, { showProgress: true, prefetch: true }]) {
      document.dispatchEvent(new CustomEvent('inertia:start', { detail: { visit: { id: 'x', ...visit } } }))
    }
  `)
  await page.clock.runFor(5000)
  assert.equal(await progressBar(page).count(), 0)
})
