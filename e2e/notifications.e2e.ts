import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext, Page } from 'playwright-core'

import { createAccount, postForm, sendForm, signedInContext } from './account-steps.ts'
import { openListening } from './page-with-typing.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

const bell = (page: Page, unread: string) =>
  page.getByRole('button', { name: `Notifications${unread}`, exact: true })

const createToken = (context: BrowserContext, name: string) =>
  postForm(context, '/user/api-tokens', { name, permissions: ['read'] })

test('a new notification is counted and listed at once, and reading it in one tab updates the other (NTF-14)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await postForm(context, '/user/confirm-password', { password: person.password })
  await openListening(page, '/dashboard')
  await bell(page, '').click()
  const menu = page.locator('.notification-menu')
  await menu.getByText('No notifications yet.').waitFor()

  await createToken(context, 'Deploy')

  await bell(page, ', one unread').waitFor()
  await menu.getByRole('link', { name: 'Unread: A new API token was created' }).waitFor()
  await createToken(context, 'Backup')
  await bell(page, ', 2 unread').waitFor()

  const tab = await context.newPage()
  await openPage(tab, '/notifications')
  await tab
    .getByRole('button', { name: 'Mark "A new API token was created · Deploy" as read' })
    .click()
  await bell(tab, ', one unread').waitFor()
  await bell(page, ', one unread').waitFor()
  await menu.getByRole('button', { name: 'Mark all as read' }).click()
  await bell(page, '').waitFor()
  await bell(tab, '').waitFor()
  assert.equal(await tab.getByRole('button', { name: 'Mark all as read' }).count(), 0)
})

test('a notification of the menu leads to its event and is read then (NTF-14)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await postForm(context, '/user/confirm-password', { password: person.password })
  await createToken(context, 'Deploy')
  await openListening(page, '/dashboard')

  await bell(page, ', one unread').click()
  await page.locator('.notification-menu').getByRole('link').first().click()

  await page.waitForURL('**/time-travel?event=*')
  await bell(page, '').waitFor()
})

test('notifications of another device arrive while the page of notifications is open (NTF-14)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openListening(page, '/notifications')

  await signedInContext(foyer, t, person)

  await page.getByRole('link', { name: 'A new device signed in to your account' }).waitFor()
  await bell(page, ', one unread').waitFor()
})

test('the settings are saved, also those of another device (NTF-20)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await createAccount(foyer, context)
  await openListening(page, '/user/profile#notifications')
  const inApp = page.getByRole('checkbox', { name: 'Data exports: In the app' })

  for (const name of ['Security: Email', 'Data exports: Email'])
    assert.ok(await page.getByRole('checkbox', { name }).isDisabled(), name)
  await inApp.uncheck()
  const saved = page.locator('#notifications').getByRole('status').getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Save your notifications' }).click()
  await saved
  await openPage(page, '/dashboard')
  await openListening(page, '/user/profile#notifications')
  assert.equal(await inApp.isChecked(), false)

  await sendForm(context, 'PUT', '/user/notification-settings', { on: ['export.app'] })
  await page.locator('#notifications input[value="export.app"]:checked').waitFor()
  assert.equal(
    await page.getByRole('checkbox', { name: 'Security: In the app' }).isChecked(),
    false,
  )
})
