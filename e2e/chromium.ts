import { after, before } from 'node:test'

import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** With its window and all; the shell keeps no pages for Back. */
export const fullChromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** What the files of a process share that ask for nothing special. */
let sharedBrowser: Browser | undefined
let openFiles = 0

/** Call once in a test file: one browser for all its tests, and for the files that run after it in this process. */
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
    if (!sharedBrowser) throw new Error('There is no browser before the first test.')
    return sharedBrowser
  }
}

/** One for the tests of this file alone. */
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
  const args = ['--no-sandbox', '--disable-background-networking']
  return chromium.launch({ executablePath, args, ...options })
}
