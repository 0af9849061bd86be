import { accessSync, constants } from 'node:fs'

import { run } from './command.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The same engine without the browser's own windows: the same pages for two thirds of the work. */
const shell = '/usr/bin/chromium-headless-shell'

export const howToGetChromium =
  'No Chromium was found. Install it (Debian: apt-get install chromium) or put its path in CHROMIUM_PATH.'

/** The browser for the tests, installed from the system's packages when there is none and we may. */
export async function chromium(): Promise<string | null> {
  const found = installedChromium()
  if (found || !(await mayInstall())) return found
  console.log('Installing Chromium …')
  await run('apt-get', ['update'])
  const packages = ['chromium', 'chromium-headless-shell']
  const options = ['install', '-y', '--no-install-recommends']
  const both = await run('apt-get', [...options, ...packages])
  const one = both.status === 0 ? both : await run('apt-get', [...options, 'chromium'])
  if (one.status !== 0) console.log(one.output)
  return installedChromium()
}

export function installedChromium(): string | null {
  const chosen = process.env['CHROMIUM_PATH']
  return (chosen ? [chosen] : places).find(isProgram) ?? null
}

export function installedShell(): string | undefined {
  return isProgram(shell) ? shell : undefined
}

async function mayInstall(): Promise<boolean> {
  if (process.getuid?.() !== 0 || process.env['CHROMIUM_PATH']) return false
  return isProgram('/usr/bin/apt-get')
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
