import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core'

import type { Mail } from '#app/pages.ts'
import { readMail, readMailbox } from '#app/platform/mail/mailbox.ts'
import { server, type Server } from '#testing/server.ts'

import { anyChromium, ownChromium } from './chromium.ts'

/** How long to wait for what must come: far longer than it takes, since the machine may be busy with something else. */
const patienceMs = 30_000

export interface Visitor {
  page: Page
  context: BrowserContext
  /**
   * What the console says is wrong, what the content policy had to stop, what was asked of another site. A test that
   * expects some empties it; anything left fails the test.
   */
  complaints: string[]
}

export interface Foyer {
  readonly origin: string
  /** The server's storage folder. */
  readonly storage: string
  /** A browser window that nobody has used yet. */
  visitor(t: TestContext, options?: BrowserContextOptions): Promise<Visitor>
  /** The newest mail to an address, once it is there; of those that hold certain words, if any are asked for. */
  mailTo(address: string, words?: RegExp): Promise<Mail>
  /** A link in a mail to an address, from its path on, once there is such a mail. */
  linkTo(address: string, path: RegExp): Promise<string>
}

/**
 * Call once in a test file: one real server and one browser for all its tests.
 *
 * @param variables  settings of the server
 * @param special  what makes the browser different from the one that other files have
 */
export function openFoyer(variables: Record<string, string> = {}, special?: LaunchOptions): Foyer {
  const browser = special ? ownChromium(special) : anyChromium()
  const endings: (() => void | Promise<void>)[] = []
  let house: Server
  const mailTo = (address: string, words?: RegExp) =>
    mailIn(join(house.storage, 'mail'), address, words)

  before(async () => {
    house = await server(
      { after: (end) => endings.push(end) },
      {
        TRUST_PROXY: '127.0.0.1',
        ...variables,
      },
    )
    assert.ok(house.origin, house.output())
  })
  after(() => Promise.all(endings.map((end) => end())))

  return {
    get origin() {
      return house.origin
    },
    get storage() {
      return house.storage
    },
    async visitor(t, options) {
      const context = await browser().newContext({
        baseURL: house.origin,
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(patienceMs)
      const complaints = await listenIn(context)
      t.after(async () => {
        await context.close()
        assert.deepEqual(complaints, [])
      })
      return { context, complaints, page: await context.newPage() }
    },
    mailTo,
    linkTo: async (address, path) => path.exec((await mailTo(address, path)).text)?.[0] ?? '',
  }
}

async function listenIn(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} stopped ${blockedURI}`),
    ),
  )
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== 'localhost') complaints.push(request.url())
  })
  context.on('console', (message) => {
    // How the page protocol asks for a new document; the browser notes it as it would any status from 400 on.
    if (message.text().includes('status of 409')) return
    // A tab that is told too late that another one signed in, or out, asks in vain.
    if (message.location().url.endsWith('/broadcasting/auth')) return
    if (message.type() === 'error') complaints.push(message.text())
  })
  context.on('weberror', (it) => complaints.push(String(it.error())))
  return complaints
}

async function mailIn(folder: string, address: string, words?: RegExp): Promise<Mail> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    for (const { id, to } of await readMailbox(folder)) {
      const mail = to === address && (await readMail(folder, id))
      if (mail && (!words || words.test(mail.text))) return mail
    }
    await sleep(50)
  }
  throw new Error(`No such mail for ${address}`)
}

/** Opens an address and waits until script, where there is any, has taken the page over, with what of it comes later. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await takenOver(page)
}

/** Until then a click does what it does without script: it leads to another document. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      matchMedia('(scripting: none)').matches ||
      [...document.querySelectorAll('#app, #app form, #app button')].every((it) =>
        Object.keys(it).some((key) => key.startsWith('__react')),
      ),
  )
}
