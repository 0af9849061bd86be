import type { Browser, BrowserContextOptions, CDPSession } from 'playwright-core'

import { markHydration } from './mark-hydration.ts'
import { type PageLoad, readTrace, traceCategories } from './read-trace.ts'

export const cpuSlowdown = 4
/** Lighthouse's mobile network, so that scripts arrive after the first paint as they do on a phone. */
const network = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  // Other than the server's, which renders dates for it.
  timezoneId: 'Europe/Berlin',
}
/** After the load event; scripts are idle before that. */
const settleMs = 2500

/** Loads a page with an empty cache as a slow phone does. */
export async function tracePageLoad(
  browser: Browser,
  url: string,
  cookie: { name: string; value: string },
): Promise<PageLoad> {
  const context = await browser.newContext(phone)
  try {
    // A cookie of the page's own URL would have its folder as path, and realtime would be denied.
    await context.addCookies([{ ...cookie, url: new URL(url).origin }])
    const page = await context.newPage()
    await page.addInitScript(markHydration)
    const devtools = await context.newCDPSession(page)
    await slowDown(devtools)
    await browser.startTracing(page, { categories: traceCategories })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(settleMs)
    return readTrace(await browser.stopTracing(), url)
  } finally {
    await context.close()
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}
