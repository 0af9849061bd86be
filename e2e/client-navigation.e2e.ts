import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { renderOnServer } from './fake-server.ts'
import { setUpChromium, visitFakeServer } from './visit-fake-server.ts'

setUpChromium()

const termsLink = (page: Page) => page.getByRole('link', { name: 'Terms of Service' }).first()
const privacyLink = (page: Page) => page.getByRole('link', { name: 'Privacy Policy' }).first()

async function waitForHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

test('the title names page and application, on first load and after a visit', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.goto('/login')
  await page.waitForFunction(() => document.title === 'Sign in - Foyer')
  await termsLink(page).click()
  await page.waitForFunction(() => document.title === 'Terms of Service - Foyer')
})

test('a visit fetches only the page, never a document', async (t) => {
  const { page, fakeServer } = await visitFakeServer(t)
  await page.goto('/login')
  await termsLink(page).click()
  await waitForHeading(page, 'Terms of Service')
  const requests = fakeServer.requests.filter(({ path }) => path === '/terms-of-service')
  assert.deepEqual(
    requests.map(({ isVisit }) => isVisit),
    [true],
  )
})

for (const locale of ['en', 'en-XA', 'ar-XB']) {
  test(`hydrates the server-rendered page without errors, in ${locale}`, async (t) => {
    const { page, fakeServer } = await visitFakeServer(t)
    Object.assign(fakeServer, { isServerRendered: true, locale })
    await page.goto('/login')
    await page.waitForFunction(() => Object.keys(document.getElementById('app') ?? {}).length > 0)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
}

test('a visit focuses the heading and announces the title; the first load does not', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.goto('/login')
  await waitForHeading(page, 'Sign in')
  const announced = page.locator('body > [role=status]')
  assert.equal(await announced.textContent(), '')

  await termsLink(page).click()
  await waitForHeading(page, 'Terms of Service')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Terms of Service')
  await announced.getByText('Terms of Service - Foyer').waitFor()

  await page.goBack()
  await waitForHeading(page, 'Sign in')
  await announced.getByText('Sign in - Foyer').waitFor()
})

test('the title is announced despite an invalid URL fragment', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.goto('/login#%')
  await waitForHeading(page, 'Sign in')
  await termsLink(page).click()
  await waitForHeading(page, 'Terms of Service')

  await page.goBack()

  await page.locator('body > [role=status]').getByText('Sign in - Foyer').waitFor()
})

test('Back restores the scroll position', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.goto('/terms-of-service')
  await waitForHeading(page, 'Terms of Service')
  await page.evaluate('scrollTo(0, 1234)')
  await page.waitForFunction(() => history.state.documentScrollPosition?.top === 1234)
  await page.evaluate('document.querySelector(\'a[href="/privacy-policy"]\').click()')
  await waitForHeading(page, 'Privacy Policy')
  await page.waitForFunction(() => scrollY === 0)

  await page.goBack()
  await waitForHeading(page, 'Terms of Service')
  await page.waitForFunction(() => scrollY === 1234)
})

test('the scroll position is saved 100 ms after scrolling stops', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.clock.install()
  await page.goto('/terms-of-service')
  await waitForHeading(page, 'Terms of Service')
  await page.clock.pauseAt(Date.now() + 60_000)
  const scrolled = page.evaluate(
    "new Promise((done) => { addEventListener('scroll', done, { once: true }); scrollTo(0, 500) })",
  )
  await scrolled
  const saved = () => page.evaluate('history.state.documentScrollPosition?.top ?? 0')
  await page.clock.runFor(95)
  assert.equal(await saved(), 0)
  await page.clock.runFor(10)
  await page.waitForFunction(() => history.state.documentScrollPosition?.top === 500)
})

test('an unknown page name shows an error on first load', async (t) => {
  const { page } = await visitFakeServer(t)
  await page.goto('/nowhere')
  await waitForHeading(page, 'Page not found')
  assert.equal(
    await page.getByRole('link', { name: 'Go to the front page' }).getAttribute('href'),
    '/',
  )
})

test('an unknown page name shows an error during a visit and keeps the old page', async (t) => {
  const { page, fakeServer } = await visitFakeServer(t)
  await page.goto('/login')
  await waitForHeading(page, 'Sign in')
  fakeServer.pages['/terms-of-service'] = { component: 'Profile/Partials/DeleteAccountSection' }
  await termsLink(page).click()
  await page.getByRole('alert').getByText('Page not found').waitFor()
  await waitForHeading(page, 'Sign in')
})

test('the server renderer rejects an unknown page name', async () => {
  const page = {
    component: 'Profile/Partials/DeleteAccountSection',
    props: { errors: {} },
    url: '/',
  }
  await assert.rejects(renderOnServer(page, 'en'), { message: 'Page not found' })
})

test('signing in fetches a document with the routes hidden from guests', async (t) => {
  const { page, fakeServer } = await visitFakeServer(t)
  await page.goto('/login')
  assert.doesNotMatch(await page.locator('#routes').innerText(), /dashboard/)
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('new horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.waitForFunction(() =>
    document.getElementById('routes')?.textContent?.includes('dashboard'),
  )
  await page.getByRole('heading', { level: 1 }).waitFor()
  const visits = fakeServer.requests.filter(({ path }) => path === '/dashboard')
  assert.deepEqual(
    visits.map(({ isVisit }) => isVisit),
    [true, false],
  )
})

test('a page whose chunk is gone after a deployment reloads the document once', async (t) => {
  const { page, fakeServer, browserErrors } = await visitFakeServer(t)
  await page.goto('/login')
  await waitForHeading(page, 'Sign in')
  await page.route('**/assets/PrivacyPolicy-*.js', (route) => route.fulfill({ status: 404 }))
  await privacyLink(page).click()
  await page.waitForURL('**/privacy-policy')
  await page.getByText("This page didn't open").waitFor()
  const documents = fakeServer.requests.filter(
    ({ path, isVisit }) => path === '/privacy-policy' && !isVisit,
  )
  assert.equal(documents.length, 1)
  browserErrors.length = 0
})

test('Back from another site after a deployment shows the new page, not the stored one', async (t) => {
  const { page, fakeServer } = await visitFakeServer(t)
  await page.goto('/terms-of-service')
  await waitForHeading(page, 'Terms of Service')
  await page.goto('data:text/html,<h1>Elsewhere</h1>')
  fakeServer.version = 'v2'
  fakeServer.pages['/terms-of-service'] = {
    component: 'TermsOfService',
    props: { html: '<h2>New terms</h2>', version: 'v2', updatedAt: '2026-11-22' },
  }
  await page.goBack()
  await page.getByRole('heading', { name: 'New terms' }).waitFor()
})
