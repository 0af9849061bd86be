import type { FrameLocator, Locator, Page } from 'playwright-core'

import type { Person } from './account-steps.ts'
import { useLocalAddress } from './test-server.ts'

const mailLinks = (page: Page, { email }: Person, subject: string) =>
  page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject })

/** Waits for a mail with the subject, and opens the newest in the mailbox. */
export async function openMail(page: Page, person: Person, subject: string): Promise<FrameLocator> {
  await waitForMails(page, person, subject).then((mails) => mails.first().click())
  await page.getByRole('heading', { name: subject, level: 2 }).waitFor()
  return page.frameLocator('iframe')
}

/** Waits for a mail with the subject. @returns all such mails in the open mailbox */
export async function waitForMails(page: Page, person: Person, subject: string): Promise<Locator> {
  await page.bringToFront()
  await useLocalAddress(page.context())
  await page.goto('/mailbox')
  const mails = mailLinks(page, person, subject)
  // The list is live.
  await mails.first().waitFor()
  return mails
}

/** Follows a link in an open mail. @returns the new tab */
export async function followMailLink(page: Page, mail: FrameLocator, name: string): Promise<Page> {
  const newPage = page.context().waitForEvent('page')
  await mail.getByRole('link', { name, exact: true }).click()
  return newPage
}
