import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { Browser, Page, Route } from 'playwright-core'

import { anyChromium } from './chromium.ts'
import { clientServer, type Stage } from './client-server.ts'

let browser: () => Browser

/** Call once in a test file: one browser for all its tests. */
export function inChromium(): void {
  browser = anyChromium()
}

/** A fresh browser window before a server of its own. What the console and the content policy complain of fails the test. */
export async function visitor(
  t: TestContext,
  dist?: string,
): Promise<{ page: Page; stage: Stage; complaints: string[] }> {
  const stage = await clientServer(dist)
  const context = await browser().newContext({ baseURL: stage.origin, reducedMotion: 'reduce' })
  // Nobody has an account here, so no passkey is offered and none is asked for.
  await context.addInitScript(() => {
    if (!isSecureContext) return
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    // How the page protocol asks for a new document; the browser notes it as it would any status from 400 on.
    if (message.text().includes('status of 409')) return
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  t.after(async () => {
    await context.close()
    await stage.stop()
    assert.deepEqual(complaints, [])
  })
  return { page, stage, complaints }
}

/** Lets page visits to a path wait until the test lets them go. */
export async function hold(page: Page, path: string) {
  const held: Route[] = []
  let release = false
  await page.route(`**${path}`, async (route) => {
    if (release || !route.request().headers()['x-inertia']) return route.continue()
    held.push(route)
  })
  return {
    async go() {
      release = true
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}
