import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, type BrowserContextOptions, devices, type Page } from 'playwright-core'

import { readMail, readMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { spawnServer } from '#testing/spawn-server.ts'

export const email = 'ada@example.com'
export const password = 'a row of quiet engines'
const firstPassword = 'a row of loud engines'

interface TimelineEntry {
  daysAgo: number
  action: (page: Page, storage: string) => Promise<void>
  contextOptions?: BrowserContextOptions
}

const phone = devices['iPhone 15'] ?? {}
const signInBeforeChange = (page: Page) => signIn(page, firstPassword)
const signInAfterChange = (page: Page) => signIn(page, password)

const timeline: TimelineEntry[] = [
  { daysAgo: 152.1, action: register },
  { daysAgo: 131.4, action: signInBeforeChange, contextOptions: phone },
  { daysAgo: 118.2, action: enterWrongPassword },
  { daysAgo: 97.7, action: signInBeforeChange },
  { daysAgo: 88.3, action: signInBeforeChange, contextOptions: phone },
  { daysAgo: 61.5, action: changePassword },
  { daysAgo: 61.2, action: signInAfterChange, contextOptions: phone },
  { daysAgo: 40.6, action: signInAfterChange },
  { daysAgo: 23.3, action: signInAfterChange, contextOptions: phone },
  { daysAgo: 9.8, action: signInAfterChange },
  { daysAgo: 2.2, action: signInAfterChange, contextOptions: phone },
]

/** Creates the history of Ada's account, running each entry on a server whose clock is set to that day. */
export async function createScreenshotData(browser: Browser, storage: string): Promise<void> {
  for (const { daysAgo, action, contextOptions } of timeline) {
    const cleanups: (() => unknown)[] = []
    const variables = { STORAGE_DIR: storage, NODE_OPTIONS: clockShiftOption(daysAgo) }
    const server = await spawnServer({ after: (end) => cleanups.push(end) }, variables)
    const context = await browser.newContext({ baseURL: server.origin, ...contextOptions })
    try {
      await action(await context.newPage(), storage)
      server.child.kill()
      await server.waitForExit()
    } finally {
      for (const end of [() => context.close(), ...cleanups]) await end()
    }
  }
}

/** Shifts `Date.now`, the only source of time. */
function clockShiftOption(days: number): string {
  const shift = `const { now } = Date; Date.now = () => now() - ${Math.round(days * 86_400_000)}`
  return `--import=data:text/javascript,${encodeURIComponent(shift)}`
}

async function register(page: Page, storage: string): Promise<void> {
  await page.goto('/register', { waitUntil: 'networkidle' })
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(firstPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/email/verify')
  await page.goto(await linkInMail(storage))
  await page.getByRole('main').getByRole('button').last().click()
  await page.waitForURL('**/dashboard')
}

export async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await submitSignIn(page, password)
  await page.waitForURL('**/dashboard')
}

async function enterWrongPassword(page: Page): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await submitSignIn(page, `${firstPassword}!`)
  await page.getByText("don't match").first().waitFor()
  await signIn(page, firstPassword)
}

export async function submitSignIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function changePassword(page: Page): Promise<void> {
  await signIn(page, firstPassword)
  await page.goto('/user/profile/security#password', { waitUntil: 'networkidle' })
  await page.getByLabel('Current password').fill(firstPassword)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()
}

async function linkInMail(storage: string): Promise<string> {
  const mails = join(storage, 'mail')
  for (let attempt = 0; attempt < 100; attempt++) {
    const [newest] = await readMailbox(mails)
    const mail = newest && (await readMail(mails, newest.id))
    const link = mail?.text.match(/https?:\/\/\S+\/email\/\S+/)?.[0]
    if (link) return link
    await sleep(100)
  }
  throw new Error('No mail with a link arrived')
}
