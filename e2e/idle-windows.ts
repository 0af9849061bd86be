import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { hasAuthenticator } from './browser-authenticator.ts'
import type { Visitor } from './test-server.ts'

const windows = new WeakMap<Browser, Map<string, Visitor[]>>()

/** The windows of a browser that were opened with the same options and that no test uses. */
export function idleWindows(browser: Browser, options: BrowserContextOptions): Visitor[] {
  const byOptions = windows.getOrInsertComputed(browser, () => new Map())
  return byOptions.getOrInsertComputed(JSON.stringify(options), () => [])
}

/** Removes what a test has left in a window, or closes the window. @returns whether another test can use it */
export async function emptyWindow(
  visitor: Visitor,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<boolean> {
  const { page, context } = visitor
  try {
    if (hasAuthenticator(page)) throw new Error('The next test would find its passkeys')
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await emptyStorage(page, origin)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('about:blank')
    await context.clearCookies()
    await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? 'light' })
    await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 })
    return true
  } catch {
    await context.close()
    return false
  }
}

async function emptyStorage(page: Page, origin: string): Promise<void> {
  if (page.url() === 'about:blank') return
  // Another origin could not empty it.
  if (!page.url().startsWith(origin)) throw new Error(`The page is at ${page.url()}`)
  await page.evaluate(() => [localStorage, sessionStorage].forEach((it) => it.clear()))
}
