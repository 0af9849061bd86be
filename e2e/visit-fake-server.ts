import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Browser, Page, Route } from 'playwright-core'

import { sharedChromium } from './chromium.ts'
import { startFakeServer, type FakeServer } from './fake-server.ts'

let browser: () => Browser

/** Call once in a test file: one browser for all its tests. */
export function setUpChromium(): void {
  browser = sharedChromium()
}

/** A fresh browser window before a server of its own. What the console and the content policy complain of fails the test. */
export async function visitFakeServer(
  t: TestContext,
  distDir?: string,
): Promise<{ page: Page; fakeServer: FakeServer; browserErrors: string[] }> {
  const fakeServer = await startFakeServer(distDir)
  const context = await browser().newContext({
    baseURL: fakeServer.origin,
    reducedMotion: 'reduce',
  })
  // Nobody has an account here, so no passkey is offered and none is asked for.
  await context.addInitScript(() => {
    if (!isSecureContext) return
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const browserErrors: string[] = []
  page.on('console', (message) => {
    // How the page protocol asks for a new document; the browser notes it as it would any status from 400 on.
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

/** Lets page visits to a path wait until the test lets them go. */
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
