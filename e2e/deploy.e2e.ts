import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { openPage, startTestServer, waitForHydration, type Visitor } from './test-server.ts'

const foyer = startTestServer()
const termsLink = (page: Page) => page.getByRole('link', { name: 'Terms of Service' })
const termsHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Terms of Service', level: 1 })

async function openBeforeDeployment({ page }: Visitor, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const sent = await response.text()
    const body = sent.replace(/(data-page="app"[^<]*"version":")[^"]*/, '$1old')
    assert.notEqual(body, sent)
    await route.fulfill({ response, body })
  })
  await openPage(page, path)
  await page.unroute(`**${path}`)
}

function trackDocumentRequests(page: Page): string[] {
  const requestedPaths: string[] = []
  page.on('request', (it) => {
    if (it.isNavigationRequest()) requestedPaths.push(new URL(it.url()).pathname)
  })
  return requestedPaths
}

test('the first visit after a deployment fetches a new document, once', async (t) => {
  const visitor = await foyer.newVisitor(t)
  const { page } = visitor
  await openBeforeDeployment(visitor, '/login')
  const requestedPaths = trackDocumentRequests(page)

  await termsLink(page).click()
  await termsHeading(page).waitFor()
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor()

  assert.deepEqual(requestedPaths, ['/terms-of-service'])
})

test('a form keeps its errors across a deployment', async (t) => {
  const visitor = await foyer.newVisitor(t)
  const { page } = visitor
  await openBeforeDeployment(visitor, '/login?step=password')
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a guess of mine')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByText("That email and password don't match.").waitFor()
  assert.equal(await page.getByLabel('Email address').inputValue(), 'nobody@example.com')
})

test('a page whose chunk was replaced reloads the document once', async (t) => {
  const { page, browserErrors } = await foyer.newVisitor(t)
  await openPage(page, '/login')
  const requestedPaths = trackDocumentRequests(page)
  // The link loads it ahead, so it may be requested several times before the document.
  await page.route('**/assets/TermsOfService-*.js', (route) =>
    requestedPaths.length === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )

  await termsLink(page).click()
  await termsHeading(page).waitFor()

  assert.deepEqual(requestedPaths, ['/terms-of-service'])
  assert.equal(await page.locator('.client-alert').count(), 0)
  browserErrors.length = 0
})
