import { accessSync, constants } from 'node:fs'

import { canInstallPackages, installPackages } from './debian-packages.ts'

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The same engine without the browser's windows renders the same pages with two thirds of the work. */
const headlessShellPath = '/usr/bin/chromium-headless-shell'

export const chromiumInstallHint =
  'No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its path.'

/** Returns the browser's path, installing it and its headless shell when missing and permitted. */
export async function findOrInstallChromium(): Promise<string | null> {
  if (process.env['CHROMIUM_PATH'] || !canInstallPackages) return findChromium()
  if (findHeadlessShell() === undefined) {
    console.log('Installing Chromium …')
    // Other distributions have no package of the shell.
    const hasShell = await installPackages(['chromium', 'chromium-headless-shell'])
    if (!hasShell && findChromium() === null) await installPackages(['chromium'])
  }
  return findChromium()
}

export function findChromium(): string | null {
  const configuredPath = process.env['CHROMIUM_PATH']
  return (configuredPath ? [configuredPath] : knownPaths).find(isExecutable) ?? null
}

export function findHeadlessShell(): string | undefined {
  return isExecutable(headlessShellPath) ? headlessShellPath : undefined
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
