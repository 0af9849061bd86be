import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Browser, type BrowserContextOptions, devices, type Page } from 'playwright-core'

import { readMail, readMailbox } from '#app/platform/mail/mailbox.ts'
import { server } from '#testing/server.ts'

export const email = 'ada@example.com'
export const password = 'a row of quiet engines'
const firstPassword = 'a row of loud engines'

interface Day {
  daysAgo: number
  does: (page: Page, storage: string) => Promise<void>
  on?: BrowserContextOptions
}

const phone = devices['iPhone 15'] ?? {}
const before = (page: Page) => signIn(page, firstPassword)
const after = (page: Page) => signIn(page, password)

const life: Day[] = [
  { daysAgo: 152.1, does: register },
  { daysAgo: 131.4, does: before, on: phone },
  { daysAgo: 118.2, does: mistype },
  { daysAgo: 97.7, does: before },
  { daysAgo: 88.3, does: before, on: phone },
  { daysAgo: 61.5, does: changePassword },
  { daysAgo: 61.2, does: after, on: phone },
  { daysAgo: 40.6, does: after },
  { daysAgo: 23.3, does: after, on: phone },
  { daysAgo: 9.8, does: after },
  { daysAgo: 2.2, does: after, on: phone },
]

/** Lives the months that Ada's account has behind it when its pictures are taken, each day on a server to which it is that day. */
export async function live(browser: Browser, storage: string): Promise<void> {
  for (const { daysAgo, does, on } of life) {
    const endings: (() => unknown)[] = []
    const variables = { STORAGE_DIR: storage, NODE_OPTIONS: isAgo(daysAgo) }
    const foyer = await server({ after: (end) => endings.push(end) }, variables)
    const context = await browser.newContext({ baseURL: foyer.origin, ...on })
    try {
      await does(await context.newPage(), storage)
      foyer.child.kill()
      await foyer.ended()
    } finally {
      for (const end of [() => context.close(), ...endings]) await end()
    }
  }
}

/** All that asks for the time asks `Date.now`. */
function isAgo(days: number): string {
  const shift = `const { now } = Date; Date.now = () => now() - ${Math.round(days * 86_400_000)}`
  return `--import=data:text/javascript,${encodeURIComponent(shift)}`
}

async function register(page: Page, storage: string): Promise<void> {
  await page.goto('/register', { waitUntil: 'networkidle' })
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(firstPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/email/verify')
  await page.goto(await linkInMail(storage))
  await page.getByRole('main').getByRole('button').last().click()
  await page.waitForURL('**/dashboard')
}

export async function signIn(page: Page, known: string): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await tryPassword(page, known)
  await page.waitForURL('**/dashboard')
}

async function mistype(page: Page): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await tryPassword(page, `${firstPassword}!`)
  await page.getByText('do not belong together').first().waitFor()
  await signIn(page, firstPassword)
}

async function tryPassword(page: Page, typed: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function changePassword(page: Page): Promise<void> {
  await signIn(page, firstPassword)
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await page.getByLabel('Current password').fill(firstPassword)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Change your password' }).click()
  await page.getByText('Saved').first().waitFor()
}

async function linkInMail(storage: string): Promise<string> {
  const mails = join(storage, 'mail')
  for (let tries = 0; tries < 100; tries++) {
    const [newest] = await readMailbox(mails)
    const mail = newest && (await readMail(mails, newest.id))
    const link = mail?.text.match(/https?:\/\/\S+\/email\/\S+/)?.[0]
    if (link) return link
    await sleep(100)
  }
  throw new Error('No mail with a link came.')
}
