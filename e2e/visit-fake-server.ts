import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Browser, Page, Route } from 'playwright-core'

import { sharedChromium } from './chromium.ts'
import { startFakeServer, type FakeServer } from './fake-server.ts'

let browser: () => Browser

/** Call once per test file. */
export function setUpChromium(): void {
  browser = sharedChromium()
}

/** Opens a fresh browser context with its own fake server. Console errors and policy violations fail the test. */
export async function visitFakeServer(
  t: TestContext,
  distDir?: string,
): Promise<{ page: Page; fakeServer: FakeServer; browserErrors: string[] }> {
  const fakeServer = await startFakeServer(distDir)
  const context = await browser().newContext({
    baseURL: fakeServer.origin,
    reducedMotion: 'reduce',
  })
  // Disables passkey autofill, since the fake server has no accounts.
  await context.addInitScript(() => {
    if (!isSecureContext) return
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const browserErrors: string[] = []
  page.on('console', (message) => {
    // Inertia's request for a new document, which the browser logs as an error.
    if (message.text().includes('status of 409')) return
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  page.on('pageerror', (error) => browserErrors.push(String(error)))
  t.after(async () => {
    await context.close()
    await fakeServer.stop()
    assert.deepEqual(browserErrors, [])
  })
  return { page, fakeServer, browserErrors }
}

export async function holdVisits(page: Page, path: string) {
  const heldRoutes: Route[] = []
  let isReleased = false
  await page.route(`**${path}`, async (route) => {
    if (isReleased || !route.request().headers()['x-inertia']) return route.continue()
    heldRoutes.push(route)
  })
  return {
    async release() {
      isReleased = true
      await Promise.all(heldRoutes.map((route) => route.continue()))
    },
  }
}
