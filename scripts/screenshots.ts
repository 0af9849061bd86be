/** `npm run screenshots`: takes the pictures in docs/screenshots: of an account with a few months of history, then of all other pages. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Secret, TOTP } from 'otpauth'
import { type Browser, chromium as playwright, type Page } from 'playwright-core'

import { spawnServer } from '#testing/spawn-server.ts'
import { testFeatures } from '#testing/test-features.ts'

import { build } from './build.ts'
import { canInstallPackages, installPackages } from './debian-packages.ts'
import { findOrInstallChromium, chromiumInstallHint } from './find-chromium.ts'
import { runInTerminal } from './run-command.ts'
import { saveScreenshot, showVariant, type Variant } from './save-screenshot.ts'
import { email, createScreenshotData, password, signIn, submitSignIn } from './screenshot-data.ts'

const executablePath = await findOrInstallChromium()
if (!executablePath) throw new Error(chromiumInstallHint)
await installFont()
process.env['FONTCONFIG_FILE'] ??= join(import.meta.dirname, 'screenshot-fonts.conf')
await build()

const beforePasswordChange = new Date(Date.now() - 75 * 86_400_000).toISOString()
const cleanups: (() => unknown)[] = []
const storage = await mkdtemp(join(tmpdir(), 'foyer-screenshots-'))
cleanups.unshift(() => rm(storage, { recursive: true }))
const browser = await playwright.launch({ executablePath, args: ['--no-sandbox'] })
cleanups.unshift(() => browser.close())

try {
  await createScreenshotData(browser, storage)
  const variables = { STORAGE_DIR: storage }
  const server = await spawnServer({ after: (end) => cleanups.unshift(end) }, variables)
  const newPage = () => newPageAt(browser, server.origin)
  const page = await newPage()
  await takeScreenshots(page, '/', 'welcome', ['light', 'light-phone', 'dark'])
  await takeScreenshots(page, '/login', 'sign-in', ['light', 'light-phone', 'dark', 'dark-phone'])
  await takeScreenshots(page, '/register', 'register', ['light', 'light-phone', 'dark'])
  await signIn(page, password)
  await takeScreenshots(page, '/dashboard', 'dashboard', [
    'light',
    'light-phone',
    'dark',
    'dark-phone',
  ])
  await addPasskey(page)
  await takeScreenshots(page, '/user/profile', 'profile', ['light', 'light-phone', 'dark'])
  await takeScreenshots(page, '/user/profile/devices', 'sessions', ['light', 'dark-phone'])
  await takeScreenshots(page, '/user/profile/security#passkeys', 'passkeys', [
    'light',
    'dark-phone',
  ])
  for (const { screenshots = {} } of testFeatures) {
    for (const [name, { path, prepare }] of Object.entries(screenshots)) {
      await prepare(page)
      await takeScreenshots(page, path, name, ['dark', 'light-phone'])
    }
  }
  const code = await startTwoFactorSetup(page)
  await renameAccount(page)
  await takeScreenshots(page, `/time-travel?at=${beforePasswordChange}`, 'time-travel', [
    'light',
    'light-phone',
    'dark',
    'dark-phone',
  ])
  await takeScreenshots(page, '/user/profile/security#two-factor', 'two-factor', [
    'light',
    'dark-phone',
  ])
  await page.getByLabel('Six-digit code').pressSequentially(code)
  await page.locator('.recovery-codes').waitFor()
  await screenshotTwoFactorChallenge(await newPage())
  await requestDeletion(page)
  await takeScreenshots(page, '/user/leaving', 'leaving', [
    'light',
    'light-phone',
    'dark',
    'dark-phone',
  ])
} finally {
  for (const end of cleanups) await end()
}

process.env['CHROMIUM_PATH'] ??= executablePath
const args = ['--test', '--test-force-exit', '--test-reporter=dot', 'e2e/page-screenshots.ts']
process.exitCode = await runInTerminal(process.execPath, args)

async function installFont(): Promise<void> {
  if (canInstallPackages && !existsSync('/usr/share/fonts/opentype/inter'))
    await installPackages(['fonts-inter'])
}

async function newPageAt(from: Browser, baseURL: string): Promise<Page> {
  return (await from.newContext({ baseURL, reducedMotion: 'reduce' })).newPage()
}

async function takeScreenshots(
  page: Page,
  path: string,
  name: string,
  variants: Variant[],
): Promise<void> {
  await page.goto('about:blank')
  for (const variant of variants) {
    await showVariant(page, variant)
    await page.goto(path, { waitUntil: 'networkidle' })
    if (path.includes('#'))
      await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
    await saveScreenshot(page, name, variant)
  }
}

async function addPasskey(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto('/user/profile/security', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.locator('#passkeys .item-list').waitFor()
}

/** Renames the account, so that past and present differ. */
async function renameAccount(page: Page): Promise<void> {
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await page.getByLabel('Name').first().fill('Mallory')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByRole('button', { name: 'Account menu of Mallory' }).waitFor()
}

/** @returns the code that completes the setup */
async function startTwoFactorSetup(page: Page): Promise<string> {
  await page.goto('/user/profile/security', { waitUntil: 'networkidle' })
  await page.getByLabel('Turn on two-factor authentication…').click()
  await page.getByRole('button', { name: 'Use an app' }).click()
  const key = await page.locator('.secret-key > code').innerText()
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate()
}

async function screenshotTwoFactorChallenge(page: Page): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await submitSignIn(page, password)
  await page.waitForURL('**/two-factor-challenge')
  await takeScreenshots(page, '/two-factor-challenge', 'challenge', ['dark', 'light-phone'])
}

async function requestDeletion(page: Page): Promise<void> {
  await page.goto('/user/profile/data#delete-account', { waitUntil: 'networkidle' })
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'This account will be deleted' }).waitFor()
}
