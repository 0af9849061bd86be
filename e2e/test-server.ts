import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  LaunchOptions,
  Page,
} from 'playwright-core'

import type { Mail } from '#app/pages.ts'
import { readMail } from '#app/platform/mail/dev-mailbox.ts'
import { spawnServer, type ServerProcess } from '#testing/spawn-server.ts'

import { sharedChromium, useOwnChromium } from './chromium.ts'
import { idleWindows, emptyWindow } from './idle-windows.ts'

/** Generous, since the machine may be busy. */
const timeoutMs = 30_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /**
   * Console errors, policy violations and requests to other sites. Any left at the end fail the test, so a test that expects
   * some must clear them.
   */
  browserErrors: string[]
}

/** Closes what it opened when it ends: a test, for example. */
interface Owner {
  after(end: () => Promise<void>): void
}

export interface TestServer {
  readonly origin: string
  readonly storageDir: string
  /** A new window, for a test that leaves traces in it: a clock, init scripts, WebSocket routes, devices, permissions. */
  newVisitor(t: Owner, options?: BrowserContextOptions): Promise<Visitor>
  /** A window of an earlier test, emptied, if there is one: a new one takes longer than to show a page in it. */
  visitor(t: Owner, options?: BrowserContextOptions): Promise<Visitor>
  /** A context without a page, which only sends requests. */
  newContext(t: Owner, options?: BrowserContextOptions): Promise<BrowserContext>
  /** Waits for the newest mail to an address whose text matches. */
  waitForMail(address: string, matching?: RegExp): Promise<Mail>
  /** Waits for a mail to an address with a link to the path. @returns the link from its path on */
  waitForMailLink(address: string, path: RegExp): Promise<string>
}

/** Shared by the files of a process that ask for no settings; stopped after the last of them. */
let sharedServer: Promise<ServerProcess> | undefined
let openFiles = 0
const sharedCleanups: Cleanup[] = []

type Cleanup = () => void | Promise<void>

/**
 * Starts one real server and a browser for all tests of a file. Call once per test file. The files of a process share both
 * unless they ask for settings.
 *
 * @param variables  environment of the server; with any, the file has its own
 * @param launchOptions  launches a browser for this file instead of using the shared one
 */
export function startTestServer(
  variables?: Record<string, string>,
  launchOptions?: LaunchOptions,
): TestServer {
  const browser = launchOptions ? useOwnChromium(launchOptions) : sharedChromium()
  const cleanups: Cleanup[] = []
  let server: ServerProcess
  const waitForMail = (address: string, matching?: RegExp) =>
    findMail(join(server.storageDir, 'mail'), address, matching)

  if (!variables) openFiles++
  before(async () => {
    server = await (variables
      ? startServer(cleanups, variables)
      : (sharedServer ??= startServer(sharedCleanups)))
  })
  after(async () => {
    if (!variables && --openFiles === 0) {
      cleanups.push(...sharedCleanups.splice(0))
      sharedServer = undefined
    }
    await Promise.all(cleanups.map((end) => end()))
  })

  return {
    get origin() {
      return server.origin
    },
    get storageDir() {
      return server.storageDir
    },
    async newVisitor(t, options) {
      const visitor = await openWindow(browser(), server.origin, options)
      t.after(async () => {
        await visitor.context.close()
        assert.deepEqual(visitor.browserErrors, [])
      })
      return visitor
    },
    async visitor(t, options) {
      const idle = idleWindows(browser(), { ...options, baseURL: server.origin })
      const visitor = idle.pop() ?? (await openWindow(browser(), server.origin, options))
      await visitor.context.setExtraHTTPHeaders(nextAddress())
      t.after(async () => {
        if (await emptyWindow(visitor, server.origin, options)) idle.push(visitor)
        assert.deepEqual(visitor.browserErrors.splice(0), [])
      })
      return visitor
    },
    async newContext(t, options) {
      const context = await openContext(browser(), server.origin, options)
      t.after(() => context.close())
      return context
    },
    waitForMail,
    waitForMailLink: async (address, path) =>
      path.exec((await waitForMail(address, path)).text)?.[0] ?? '',
  }
}

function openContext(browser: Browser, baseURL: string, options?: BrowserContextOptions) {
  const extraHTTPHeaders = nextAddress()
  return browser.newContext({ baseURL, reducedMotion: 'reduce', extraHTTPHeaders, ...options })
}

async function openWindow(
  browser: Browser,
  origin: string,
  options?: BrowserContextOptions,
): Promise<Visitor> {
  const context = await openContext(browser, origin, options)
  context.setDefaultTimeout(timeoutMs)
  const browserErrors = await collectBrowserErrors(context)
  return { context, browserErrors, page: await context.newPage() }
}

let addressCount = 0

/** Headers with an address of its own for each visitor, so that visitors share no rate limit. */
function nextAddress(): Record<string, string> {
  addressCount++
  return { 'x-forwarded-for': `198.18.${addressCount >> 8}.${addressCount & 255}` }
}

async function startServer(
  cleanups: Cleanup[],
  variables: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = await spawnServer(
    { after: (end) => cleanups.push(end) },
    { TRUST_PROXY: '127.0.0.1', ...variables },
    { script: 'e2e/server-entry.ts' },
  )
  assert.ok(server.origin, server.output())
  return server
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
    // Inertia's request for a new document, which the browser logs as an error.
    if (message.text().includes('status of 409')) return
    // A passkey cannot be added automatically any more when a moved clock has ended the confirmation.
    if (message.text().includes('status of 423')) return
    // A page's later requests may arrive when its session has ended, by a switch or a sign-out.
    if (message.text().includes('status of 401')) return
    // Denied if another tab has just signed in or out.
    if (/\/broadcasting\/(user-)?auth$/.test(message.location().url)) return
    // Of the page between Apple and us, and of the test provider, which name no icon. Not every build of Chromium asks for it.
    if (message.location().url.endsWith('/favicon.ico')) return
    // The server closes the socket of a member who leaves a team, while pusher-js may still send on it.
    if (message.text() === 'WebSocket is already in CLOSING or CLOSED state.') return
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  context.on('weberror', (webError) => browserErrors.push(String(webError.error())))
  return browserErrors
}

async function findMail(folder: string, address: string, matching?: RegExp): Promise<Mail> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.toSorted().toReversed()) {
      const mail = await readMailOnce(folder, basename(name, '.eml'))
      if (mail?.to === address && (!matching || matching.test(mail.text))) return mail
    }
    await sleep(10)
  }
  throw new Error(`No such mail for ${address}`)
}

const mails = new Map<string, Mail>()

async function readMailOnce(folder: string, id: string): Promise<Mail | null> {
  const mail = mails.get(id) ?? (await readMail(folder, id))
  if (mail) mails.set(id, mail)
  return mail
}

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForHydration(page)
}

/** Before hydration, a click works as without script. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      matchMedia('(scripting: none)').matches ||
      [...document.querySelectorAll('#app, #app form, #app button')].every((it) =>
        Object.keys(it).some((key) => key.startsWith('__react')),
      ),
  )
}

/** Signs the browser out. Leaves the page first: a live one would send its token without the session. */
export async function clearCookies(page: Page, name?: string): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies(name ? { name } : {})
}

/** The mailbox is served only to this machine's own address. */
export async function useLocalAddress(context: BrowserContext): Promise<void> {
  await context.setExtraHTTPHeaders({})
}

/** A tab with the machine's own address; the other tabs keep theirs, as do those that its links open. */
export async function newLocalTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.route('**', (request) => {
    const { 'x-forwarded-for': _, ...headers } = request.request().headers()
    return request.continue({ headers })
  })
  return tab
}
