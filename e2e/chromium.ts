import { after, before } from 'node:test'

import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** With its window and all; the shell keeps no pages for Back. */
export const wholeChromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Call once in a test file: one browser for all its tests. */
export function ownChromium(options: LaunchOptions = {}): () => Browser {
  let browser: Browser
  before(async () => {
    const executablePath = process.env['CHROMIUM_SHELL_PATH'] ?? wholeChromium
    const args = ['--no-sandbox', '--disable-background-networking']
    browser = await chromium.launch({ executablePath, args, ...options })
  })
  after(() => browser.close())
  return () => browser
}
