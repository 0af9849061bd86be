import assert from 'node:assert/strict'
import { after } from 'node:test'

import type { BrowserContextOptions } from 'playwright-core'

import type { TestServer, Visitor } from './test-server.ts'

/**
 * Call once in a test file that looks at many pages: one window for all of them, without cookies and storage each time. A
 * new one would start a process and compile the client again, which takes longer than to draw the page.
 */
export function sharedVisitor(foyer: TestServer, options: BrowserContextOptions) {
  let visitor: Visitor | undefined
  const cleanups: (() => Promise<void>)[] = []
  after(() => Promise.all(cleanups.map((end) => end())))

  return async (t: { after(end: () => void): void }): Promise<Visitor> => {
    visitor ??= await foyer.newVisitor({ after: (end) => cleanups.push(end) }, options)
    const { page, context, browserErrors } = visitor
    if (page.url() !== 'about:blank') {
      await page.evaluate(() => [localStorage, sessionStorage].forEach((it) => it.clear()))
      await page.goto('about:blank')
    }
    await context.clearCookies()
    t.after(() => assert.deepEqual(browserErrors.splice(0), []))
    return visitor
  }
}
