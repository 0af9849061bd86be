import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { BrowserFeature } from './features.ts'
import type { TestUser } from './page-states.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { addSupportAccess, becomeAdministrator } from './support-steps.ts'
import { openPage, type TestServer } from './test-server.ts'
import { addWaitingAddress } from './waiting-address.ts'

const feature: BrowserFeature = {
  mainState: 'Admin/Accounts',
  pageStates: {
    'Admin/Accounts': (user) => openAccounts(user, user.person.email),
    'Admin/Accounts, no match': (user) => openAccounts(user, 'nobody-has-this'),
    'Admin/Account, the own': async (user) => {
      await openAccounts(user, user.person.email)
      await openFirstAccount(user)
    },
    'Admin/Account': openLockedAccount,
    'Admin/Account, changing the role': async (user) => {
      await openLockedAccount(user)
      await user.page.locator('.admin-actions > li > button').nth(3).click()
      await user.page.locator('dialog:popover-open select').waitFor()
    },
    'Admin/Account, asked to see it': (user) => openSeenAccount(user, { isApproved: false }),
    'Admin/Account, allowed to see it': (user) => openSeenAccount(user, { isApproved: true }),
    'Admin/Invitations': async (user) => {
      const { email } = user.person
      await becomeAdministrator(user)
      await runOperatorCommand(user.foyer, 'invite', `invited-${email}`)
      addWaitingAddress(user.foyer, `waiting-${email}`)
      await openPage(user.page, '/admin/invitations')
      await user.page.locator('table').first().waitFor()
    },
    'Admin/Invitations, rejected': async (user) => {
      await becomeAdministrator(user)
      await openPage(user.page, '/admin/invitations')
      await user.page.locator('#content [name=email]').fill('nobody')
      await user.page.locator('#content form button[type=submit]').first().click()
      await user.page.locator('.field-error').first().waitFor()
    },
    'Admin/Webhooks': async (user) => {
      await becomeAdministrator(user)
      await addWebhook(user)
      await openPage(user.page, '/admin/webhooks')
      await user.page.locator('table').waitFor()
    },
    'Admin/Webhook': async (user) => {
      await becomeAdministrator(user)
      await openPage(user.page, `/admin/webhooks/${await addWebhook(user)}`)
      await user.page.locator('table').waitFor()
    },
    'Admin/Webhook, a new secret': async (user) => {
      await becomeAdministrator(user)
      await openPage(user.page, `/admin/webhooks/${await addWebhook(user)}`)
      await user.page.locator('#content .form-actions > button').click()
      await user.page.locator('dialog:popover-open [type=submit]').click()
      await user.page.locator('.snippet').waitFor()
    },
    'Admin/Settings': async (user) => {
      await becomeAdministrator(user)
      await openPage(user.page, '/admin/settings')
      await user.page.locator('.admin-settings').first().waitFor()
    },
    'Admin/Jobs': async (user) => {
      await becomeAdministrator(user)
      addFailedJob(user.foyer)
      await openPage(user.page, '/admin/jobs')
      await user.page.locator('table').waitFor()
    },
  },
}

export default feature

function addFailedJob({ storageDir }: TestServer): void {
  const database = new DatabaseSync(join(storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  database
    .prepare(
      `insert into jobs (id, kind, payload_sealed, run_at, attempts, last_error, dead_at, created_at)
       values (?, 'mail', '', 0, 8, 'ECONNREFUSED', 1790000000000, 0)`,
    )
    .run(randomUUID())
  database.close()
}

/** Adds a webhook with a message that failed permanently. @returns the id of the endpoint */
async function addWebhook({ foyer }: TestUser): Promise<string> {
  await runOperatorCommand(foyer, 'webhook:create', 'https://example.com/hook')
  const database = new DatabaseSync(join(foyer.storageDir, 'foyer.sqlite'), { timeout: 30_000 })
  const row = database.prepare('select id from webhook_endpoints order by id desc limit 1').get()
  const id = String(row?.['id'])
  database
    .prepare(
      `insert into webhook_deliveries (id, event_id, endpoint_id, type, payload, status, attempts, last_error, created_at)
       values (?, ?, ?, 'user.created', '{}', 'failed', 10, 'ECONNREFUSED', ?)`,
    )
    .run(`msg_${randomUUID().replaceAll('-', '')}`, randomUUID(), id, Date.now())
  database.close()
  return id
}

async function openAccounts(user: TestUser, search: string): Promise<void> {
  await becomeAdministrator(user)
  await openPage(user.page, `/admin?search=${search}`)
}

/** Opens the locked account of somebody else with the same name, which the checks of texts know. */
async function openLockedAccount(user: TestUser): Promise<void> {
  const email = `other-${user.person.email}`
  await becomeAdministrator(user)
  await runOperatorCommand(user.foyer, 'user:create', email, '--name', user.person.name)
  await runOperatorCommand(user.foyer, 'user:lock', email, '--yes')
  await openPage(user.page, `/admin?search=${email}`)
  await openFirstAccount(user)
}

async function openFirstAccount({ page }: TestUser): Promise<void> {
  await openPage(page, (await page.locator('#content table a').first().getAttribute('href')) ?? '')
}

async function openSeenAccount(user: TestUser, state: { isApproved: boolean }): Promise<void> {
  await becomeAdministrator(user)
  const { account } = await addSupportAccess(user, state)
  await openPage(user.page, account)
}
