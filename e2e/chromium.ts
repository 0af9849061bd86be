import { after, before } from 'node:test'

import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** The full browser: the headless shell has no back/forward cache. */
export const fullChromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Shared by all test files of the process without launch options. */
let sharedBrowser: Browser | undefined
let openFiles = 0

/** Call once per test file. All files of the process share one browser. */
export function sharedChromium(): () => Browser {
  openFiles++
  before(async () => {
    if (!sharedBrowser?.isConnected()) sharedBrowser = await launchChromium()
  })
  after(async () => {
    openFiles--
    if (openFiles === 0) await sharedBrowser?.close()
  })
  return () => {
    if (!sharedBrowser) throw new Error('the browser starts before the first test')
    return sharedBrowser
  }
}

export function useOwnChromium(options: LaunchOptions): () => Browser {
  let browser: Browser
  before(async () => {
    browser = await launchChromium(options)
  })
  after(() => browser.close())
  return () => browser
}

function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_SHELL_PATH'] ?? fullChromiumPath
  // One process for all pages, which has compiled their scripts already, and one less that draws them.
  const savings = ['--process-per-site', '--in-process-gpu']
  const args = ['--no-sandbox', '--disable-background-networking', ...savings]
  return chromium.launch({ executablePath, args, ...options })
}
