import type { FrameLocator, Locator, Page } from 'playwright-core'

import type { Person } from './account-steps.ts'
import { newLocalTab } from './test-server.ts'

const mailLinks = (page: Page, { email }: Person, subject: string) =>
  page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject })

/** Waits for a mail with the subject, and opens the newest in a tab of the mailbox. */
export async function openMail(page: Page, person: Person, subject: string): Promise<FrameLocator> {
  const mails = await waitForMails(page, person, subject)
  await mails.first().click()
  const tab = mails.page()
  await tab.getByRole('heading', { name: subject, level: 2 }).waitFor()
  return tab.frameLocator('iframe')
}

/** Waits for a mail with the subject in a tab of the mailbox. @returns all such mails */
export async function waitForMails(page: Page, person: Person, subject: string): Promise<Locator> {
  const tab = await newLocalTab(page.context())
  await tab.goto('/mailbox')
  const mails = mailLinks(tab, person, subject)
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
