import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const overlay = (page: Page) => page.locator('#inertia-error-dialog')
const overlayContent = (page: Page) => page.frameLocator('#inertia-error-dialog iframe')
const termsLink = (page: Page) => page.getByRole('link', { name: 'Terms of Service' })

const hostileHtml = `<!doctype html><h1>It broke</h1>
<script>top.document.title = 'ran'; parent.hacked = true</script>
<img src="data:," onerror="parent.hacked = true; top.location = '/hacked'">
<a href="javascript:void(parent.hacked = true)">Look here</a>
<svg onload="parent.hacked = true"></svg>
<img/src="data:,"/onerror="document.body.append('It ran')">`

/** The dialog takes the focus back from the frame, where it would receive no key presses. */
function waitForFocusOnDialog(page: Page) {
  return page.waitForFunction(() => document.activeElement?.tagName === 'DIALOG')
}

/** Visits the terms, and responds with something that is not a page. */
async function visitRespondingWith(t: TestContext, body = hostileHtml) {
  const visitor = await foyer.visitor(t)
  const { page } = visitor
  await openPage(page, '/login')
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  await termsLink(page).click()
  await overlayContent(page).getByText('It broke').waitFor()
  return visitor
}

test('a response that is not a page is shown and runs no script', async (t) => {
  const { page } = await visitRespondingWith(t)
  await overlayContent(page).getByText('Look here').click()
  assert.equal(await overlay(page).count(), 1)
  assert.equal(await overlayContent(page).getByText('It ran').count(), 0)
  await waitForFocusOnDialog(page)
  await page.keyboard.press('Escape')
  await overlay(page).waitFor({ state: 'detached' })

  assert.equal(await page.evaluate('window.hacked'), undefined)
  assert.equal(await page.title(), 'Sign in - Foyer')
  assert.equal(new URL(page.url()).pathname, '/login')
})

test('a click on the response closes the overlay', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1>')
  await overlayContent(page).getByText('It broke').click()
  await overlay(page).waitFor({ state: 'detached' })
})

test('Escape closes the overlay, even with the focus in the frame', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1><a href="/login">Back</a>')
  await page.keyboard.press('Tab')
  await waitForFocusOnDialog(page)
  await page.keyboard.press('Escape')
  await overlay(page).waitFor({ state: 'detached' })
})

test('a link of the response leads on', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1><a href="/register">On</a>')
  await overlayContent(page).getByText('On').click()
  await page.waitForURL('**/register')
})

test('a response keeps its styles', async (t) => {
  const { page } = await visitRespondingWith(
    t,
    '<style>h1 { color: rgb(1, 2, 3) }</style><h1 style="margin-left: 33px">It broke</h1>',
  )
  const styles = await overlayContent(page)
    .getByText('It broke')
    .evaluate((it) => [getComputedStyle(it).color, getComputedStyle(it).marginLeft])
  assert.deepEqual(styles, ['rgb(1, 2, 3)', '33px'])
})

test('a click outside closes the overlay, and the page works on', async (t) => {
  const { page } = await visitRespondingWith(t, '<h1>It broke</h1>')
  await page.mouse.click(4, 4)
  await overlay(page).waitFor({ state: 'detached' })
  await page.getByLabel('E-mail address').fill('ada@example.com')
})

test('a location with a javascript: URL is ignored', async (t) => {
  const { page } = await foyer.visitor(t)
  await openPage(page, '/login')
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-inertia-location': 'javascript:document.title="ran"' },
    }),
  )
  const response = page.waitForResponse('**/terms-of-service')
  await termsLink(page).click()
  await (await response).finished()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { name: 'Create an account' }).waitFor()

  assert.equal(await page.title(), 'Create an account - Foyer')
})
