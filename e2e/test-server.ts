import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core'

import type { Mail } from '#app/pages.ts'
import { readMail, readMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { spawnServer, type ServerProcess } from '#testing/spawn-server.ts'

import { sharedChromium, useOwnChromium } from './chromium.ts'

/** How long to wait for what must come: far longer than it takes, since the machine may be busy with something else. */
const timeoutMs = 30_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /**
   * What the console says is wrong, what the content policy had to stop, what was asked of another site. A test that
   * expects some empties it; anything left fails the test.
   */
  browserErrors: string[]
}

export interface TestServer {
  readonly origin: string
  /** The server's storage folder. */
  readonly storageDir: string
  /** A browser window that nobody has used yet. */
  newVisitor(t: TestContext, options?: BrowserContextOptions): Promise<Visitor>
  /** The newest mail to an address, once it is there; of those that hold certain words, if any are asked for. */
  waitForMail(address: string, matching?: RegExp): Promise<Mail>
  /** A link in a mail to an address, from its path on, once there is such a mail. */
  waitForMailLink(address: string, path: RegExp): Promise<string>
}

/**
 * Call once in a test file: one real server and one browser for all its tests.
 *
 * @param variables  settings of the server
 * @param launchOptions  what makes the browser different from the one that other files have
 */
export function startTestServer(
  variables: Record<string, string> = {},
  launchOptions?: LaunchOptions,
): TestServer {
  const browser = launchOptions ? useOwnChromium(launchOptions) : sharedChromium()
  const cleanups: (() => void | Promise<void>)[] = []
  let server: ServerProcess
  const waitForMail = (address: string, matching?: RegExp) =>
    findMail(join(server.storageDir, 'mail'), address, matching)

  before(async () => {
    server = await spawnServer(
      { after: (end) => cleanups.push(end) },
      {
        TRUST_PROXY: '127.0.0.1',
        ...variables,
      },
    )
    assert.ok(server.origin, server.output())
  })
  after(() => Promise.all(cleanups.map((end) => end())))

  return {
    get origin() {
      return server.origin
    },
    get storageDir() {
      return server.storageDir
    },
    async newVisitor(t, options) {
      const context = await browser().newContext({
        baseURL: server.origin,
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(timeoutMs)
      const browserErrors = await collectBrowserErrors(context)
      t.after(async () => {
        await context.close()
        assert.deepEqual(browserErrors, [])
      })
      return { context, browserErrors, page: await context.newPage() }
    },
    waitForMail,
    waitForMailLink: async (address, path) =>
      path.exec((await waitForMail(address, path)).text)?.[0] ?? '',
  }
}

async function collectBrowserErrors(context: BrowserContext): Promise<string[]> {
  const browserErrors: string[] = []
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} stopped ${blockedURI}`),
    ),
  )
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== 'localhost') browserErrors.push(request.url())
  })
  context.on('console', (message) => {
    // How the page protocol asks for a new document; the browser notes it as it would any status from 400 on.
    if (message.text().includes('status of 409')) return
    // A tab that is told too late that another one signed in, or out, asks in vain.
    if (message.location().url.endsWith('/broadcasting/auth')) return
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  context.on('weberror', (webError) => browserErrors.push(String(webError.error())))
  return browserErrors
}

async function findMail(folder: string, address: string, matching?: RegExp): Promise<Mail> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    for (const { id, to } of await readMailbox(folder)) {
      const mail = to === address && (await readMail(folder, id))
      if (mail && (!matching || matching.test(mail.text))) return mail
    }
    await sleep(50)
  }
  throw new Error(`No such mail for ${address}`)
}

/** Opens an address and waits until script, where there is any, has taken the page over, with what of it comes later. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForHydration(page)
}

/** Until then a click does what it does without script: it leads to another document. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      matchMedia('(scripting: none)').matches ||
      [...document.querySelectorAll('#app, #app form, #app button')].every((it) =>
        Object.keys(it).some((key) => key.startsWith('__react')),
      ),
  )
}
