import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { adminAndAccount } from './administrator.ts'
import { confirmPassword } from './signed-in-accounts.ts'
import type { TestBrowser } from './test-browser.ts'

/** Ada of the support team has asked to see the account of Grace, in whose browser `other` she is signed in. */
export async function requestedAccess(t: TestContext, role = 'support', settings = {}) {
  const people = await adminAndAccount(t, role, settings)
  assert.equal((await people.change('request-access')).status, 200)
  return { ...people, ...(await accessAfterRequest(people)) }
}

export async function accessAfterRequest({
  foyer,
  laptop,
  other,
  id,
}: Awaited<ReturnType<typeof adminAndAccount>>) {
  const { id: access } = await foyer.db
    .selectFrom('support_sessions')
    .select('id')
    .executeTakeFirstOrThrow()
  await confirmPassword(other)
  const link = `/support-access/${access}`
  const approve = (browser = other) => browser.json(link, { method: 'POST' })
  const end = (browser = other) => browser.json(link, { method: 'DELETE' })
  const open = () => laptop.json(`/admin/accounts/${id}/open-access`, { method: 'POST' })
  return { access, link, approve, end, open }
}

/** The name on the dashboard, and so whose account it is; null without a page. */
export async function shownName(browser: TestBrowser): Promise<string | null> {
  const response = await browser.visit('dashboard')
  return response.location ? null : Object(response.page.props['auth']).user.name
}

/** Grace has agreed, and Ada sees her account. */
export async function openedAccess(t: TestContext, role = 'support', settings = {}) {
  const people = await requestedAccess(t, role, settings)
  assert.equal((await people.approve()).status, 204)
  assert.equal((await people.open()).status, 204)
  return people
}
