import { after, before } from 'node:test'

import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** With its window and all; the shell keeps no pages for Back. */
export const wholeChromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** What the files of a process share that ask for nothing special. */
let common: Browser | undefined
let files = 0

/** Call once in a test file: one browser for all its tests, and for the files that run after it in this process. */
export function anyChromium(): () => Browser {
  files++
  before(async () => {
    if (!common?.isConnected()) common = await launch()
  })
  after(async () => {
    files--
    if (files === 0) await common?.close()
  })
  return () => {
    if (!common) throw new Error('There is no browser before the first test.')
    return common
  }
}

/** One for the tests of this file alone. */
export function ownChromium(options: LaunchOptions): () => Browser {
  let browser: Browser
  before(async () => {
    browser = await launch(options)
  })
  after(() => browser.close())
  return () => browser
}

function launch(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_SHELL_PATH'] ?? wholeChromium
  const args = ['--no-sandbox', '--disable-background-networking']
  return chromium.launch({ executablePath, args, ...options })
}
