import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Page } from 'playwright-core'

import { holdVisits, setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()

const email = (page: Page) => page.getByLabel('Email address')
const alert = (page: Page) => page.getByRole('alert')
const overlay = (page: Page) => page.locator('#inertia-error-dialog')

async function openSignInPage(t: TestContext) {
  const visit = await visitFakeServer(t)
  await visit.page.goto('/login')
  await visit.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  return visit
}

async function submitSignIn(page: Page): Promise<void> {
  await email(page).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('new horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a failed connection is reported, keeps the input and can be retried', async (t) => {
  const { page, fakeServer, browserErrors } = await openSignInPage(t)
  await page.route('**/login', (route) => route.abort('connectionrefused'))
  await submitSignIn(page)
  await alert(page).getByText("We can't reach the server. Nothing you typed is lost.").waitFor()
  assert.equal(await email(page).inputValue(), 'ada@example.com')

  await page.unroute('**/login')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/dashboard')
  const sent = fakeServer.requests.find(({ method }) => method === 'POST')
  assert.match(JSON.stringify(sent?.body), /ada@example\.com.*new horse/)
  assert.equal(browserErrors.filter((it) => !it.includes('ERR_CONNECTION_REFUSED')).length, 0)
  browserErrors.length = 0
})

test('being offline is reported until the browser is online again', async (t) => {
  const { page, browserErrors } = await visitFakeServer(t)
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.context().setOffline(true)
  await submitSignIn(page)
  await alert(page).getByText("You're offline. Nothing you typed is lost.").waitFor()

  await page.context().setOffline(false)
  await page.getByRole('status').getByText('Online again.').waitFor()
  assert.equal(await alert(page).count(), 0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/dashboard')
  browserErrors.length = 0
})

test('30 seconds without a response are reported as a timeout', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.clock.install({ time: 0 })
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.clock.pauseAt(60_000)
  await holdVisits(page, '/login')
  await submitSignIn(page)
  await page.clock.runFor(29_900)
  assert.equal(await alert(page).count(), 0)
  await page.clock.runFor(200)
  await page.clock.resume()
  await alert(page).getByText('The server took too long to respond.').waitFor()
  assert.equal(await email(page).inputValue(), 'ada@example.com')
})

test('a redirect to another protocol is rejected and reported', async (t) => {
  const { page, browserErrors } = await openSignInPage(t)
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({ status: 409, headers: { 'x-inertia-redirect': 'ftp://example.com/a' } }),
  )
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await alert(page).getByText("This link can't be opened here.").waitFor()
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  browserErrors.length = 0
})

test('an aborted visit shows no error', async (t) => {
  const { page } = await openSignInPage(t)
  await holdVisits(page, '/terms-of-service')
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await page.getByRole('heading', { name: 'Privacy Policy' }).waitFor()
  assert.equal(await alert(page).count(), 0)
})

test('a visit ignores a location that is not http or https', async (t) => {
  const { page, browserErrors } = await openSignInPage(t)
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({
      status: 409,
      headers: { 'x-inertia-location': 'javascript:document.title="x"' },
    }),
  )
  const responded = page.waitForResponse('**/terms-of-service')
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await responded
  assert.equal(await page.title(), 'Sign in - Foyer')
  browserErrors.length = 0
})

test('a new version is offered, not forced', async (t) => {
  const { page } = await openSignInPage(t)
  await email(page).fill('ada@example.com')
  await page.evaluate(`document.dispatchEvent(new CustomEvent('inertia:location', {
    cancelable: true, detail: { url: new URL(location.href), versionChange: true },
  }))`)
  await page.getByText('A new version of this page is ready.').waitFor()
  assert.equal(await email(page).inputValue(), 'ada@example.com')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[type=email]')?.value === '',
  )
})

async function openOverlay(page: Page, body: string, contentType = 'text/html') {
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({ status: 500, contentType, body }),
  )
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await overlay(page).waitFor()
}

const html = `<!doctype html><style>b{color:red}</style><h1 style="color:red" onclick="alert(1)">It broke</h1>
<script>parent.document.title = 'script ran'</script><img src="data:," onerror="parent.document.title = 'ran'">`

test('a response that is not a page is shown in an overlay that runs no script', async (t) => {
  const { page, browserErrors } = await openSignInPage(t)
  await openOverlay(page, html)
  await page.frameLocator('#inertia-error-dialog iframe').getByText('It broke').waitFor()
  assert.equal(await page.title(), 'Sign in - Foyer')
  await page.getByRole('dialog', { name: 'unexpected response (500)' }).waitFor()
  assert.deepEqual(
    browserErrors.filter((it) => !it.includes('500')),
    [],
  )
  browserErrors.length = 0
})

test('the overlay closes on a click outside and restores the focus', async (t) => {
  const { page, browserErrors } = await openSignInPage(t)
  await openOverlay(page, html)
  await page.mouse.click(4, 4)
  await overlay(page).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Terms of Service')
  browserErrors.length = 0
})

test('the overlay closes on Escape and on a click inside it', async (t) => {
  const { page, browserErrors } = await openSignInPage(t)
  await openOverlay(page, html)
  await page.keyboard.press('Escape')
  await overlay(page).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await overlay(page).waitFor()
  await page.frameLocator('#inertia-error-dialog iframe').getByText('It broke').click()
  await overlay(page).waitFor({ state: 'detached' })
  browserErrors.length = 0
})

test('plain JSON is shown as text', async (t) => {
  const { page, browserErrors } = await openSignInPage(t)
  await openOverlay(page, '{"message":"<b>no page</b>"}', 'application/json')
  await page.frameLocator('#inertia-error-dialog iframe').getByText('<b>no page</b>').waitFor()
  browserErrors.length = 0
})

test('an error page replaces the page, without an overlay', async (t) => {
  const { page, fakeServer, browserErrors } = await openSignInPage(t)
  const props = { errors: {}, auth: { user: null }, languages: [], locale: 'en', appName: 'Foyer' }
  const error = { status: 429, requestId: 'r1', retryAfterSeconds: 60 }
  await page.route('**/terms-of-service', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'x-inertia': 'true' },
      json: {
        component: 'Error',
        props: { ...props, ...error },
        url: '/terms-of-service',
        version: fakeServer.version,
      },
    }),
  )
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await page.getByText('r1').waitFor()
  assert.equal(await overlay(page).count(), 0)
  browserErrors.length = 0
})
