/** `npm run screenshots`: starts the product on a storage in which an account has some months behind it, and takes the pictures of docs/screenshots. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Secret, TOTP } from 'otpauth'
import { type Browser, chromium as playwright, type Page } from 'playwright-core'
import sharp from 'sharp'

import { server } from '#testing/server.ts'

import { build } from './build.ts'
import { areFresh } from './bundles.ts'
import { chromium, howToGetChromium } from './chromium.ts'
import { email, live, password, signIn } from './pictured-life.ts'

const folder = 'docs/screenshots'
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const executablePath = await chromium()
if (!executablePath) throw new Error(howToGetChromium)
if (!(await areFresh())) await build()
await mkdir(folder, { recursive: true })

const beforeThePassword = new Date(Date.now() - 75 * 86_400_000).toISOString()
const endings: (() => unknown)[] = []
const storage = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
endings.unshift(() => rm(storage, { recursive: true }))
const browser = await playwright.launch({ executablePath, args: ['--no-sandbox'] })
endings.unshift(() => browser.close())

try {
  await live(browser, storage)
  const variables = { STORAGE_DIR: storage }
  const foyer = await server({ after: (end) => endings.unshift(end) }, variables)
  const newPage = () => pageOf(browser, foyer.origin)
  const page = await newPage()
  await take(page, '/', 'welcome', ['light', 'light-phone'])
  await take(page, '/login', 'sign-in', ['light', 'light-phone', 'dark', 'dark-phone'])
  await take(page, '/register', 'register', ['light', 'light-phone'])
  await signIn(page, password)
  await take(page, '/dashboard', 'dashboard', ['light', 'light-phone', 'dark', 'dark-phone'])
  await addPasskey(page)
  await take(page, '/user/profile', 'profile', ['light', 'light-phone'])
  await take(page, '/user/profile#passkeys', 'passkeys', ['light', 'dark-phone'])
  await makeToken(page)
  await take(page, '/user/api-tokens', 'api-tokens', ['dark', 'light-phone'])
  const code = await beginTwoFactor(page)
  await beSomeoneElse(page)
  await take(page, `/time-travel?at=${beforeThePassword}`, 'time-travel', [
    'light',
    'light-phone',
    'dark-phone',
  ])
  await take(page, '/user/profile#two-factor', 'two-factor', ['light', 'dark-phone'])
  await page.getByLabel('Six-digit code').pressSequentially(code)
  await page.getByText('Recovery codes for').waitFor()
  await takeChallenge(await newPage())
  await leave(page)
  await take(page, '/user/leaving', 'leaving', ['light', 'dark-phone'])
} finally {
  for (const end of endings) await end()
}

async function pageOf(from: Browser, baseURL: string): Promise<Page> {
  return (await from.newContext({ baseURL, reducedMotion: 'reduce' })).newPage()
}

type Look = 'light' | 'dark' | 'light-phone' | 'dark-phone'

async function take(page: Page, path: string, name: string, looks: Look[]): Promise<void> {
  await page.goto('about:blank')
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.startsWith('dark') ? 'dark' : 'light' })
    await page.setViewportSize(look.endsWith('phone') ? phone : desk)
    await page.goto(path, { waitUntil: 'networkidle' })
    if (path.includes('#'))
      await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
    const picture = sharp(await page.screenshot()).png({ palette: true, effort: 10 })
    await picture.toFile(join(folder, `${name}-${look}.png`))
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
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('table').waitFor()
}

async function makeToken(page: Page): Promise<void> {
  await page.goto('/user/api-tokens', { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Backup script')
  await page.getByRole('button', { name: 'Make token' }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
}

/** Someone changes the name, so that then and now are not the same. */
async function beSomeoneElse(page: Page): Promise<void> {
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await page.getByLabel('Name').first().fill('Mallory')
  await page.getByRole('button', { name: 'Save your profile' }).click()
  await page.getByRole('button', { name: 'Account menu of Mallory' }).waitFor()
}

/** @returns the code that ends it */
async function beginTwoFactor(page: Page): Promise<string> {
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  const key = await page.locator('.secret > code').innerText()
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate()
}

async function takeChallenge(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/two-factor-challenge')
  await take(page, '/two-factor-challenge', 'challenge', ['dark', 'light-phone'])
}

async function leave(page: Page): Promise<void> {
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await page.getByLabel('The address of this account').fill(email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'This account will be deleted' }).waitFor()
}
