import type { TestContext } from 'node:test'

import { createCli } from './cli.ts'
import { ada, confirmPassword, registerAccount, signedInAda } from './signed-in-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: ada.password }

/** Ada has the role and a recent confirmation; Grace has an account without one. */
export async function adminAndAccount(t: TestContext, role: string, settings = {}) {
  const newApp: typeof createTestApp = (owner) => createTestApp(owner, settings)
  const { foyer, laptop } = await signedInAda(t, newApp)
  const other = foyer.browser()
  await registerAccount(foyer, other, grace)
  await createCli(foyer)('user:role', ada.email, role, '--yes')
  await confirmPassword(laptop)
  const { id } = await foyer.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', grace.email)
    .executeTakeFirstOrThrow()
  const change = (action: string, body: object = { reason: 'She asked by phone' }) =>
    laptop.json(`/admin/accounts/${id}/${action}`, { method: 'POST', body })
  return { foyer, laptop, other, id, change }
}

export async function eventsOf(foyer: TestApp, id: string) {
  const rows = await foyer.db
    .selectFrom('events')
    .select(['type', 'data', 'ip', 'user_agent'])
    .where('user_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }))
}

/** The subjects of the mails to an address, newest first. */
export async function mailsTo(foyer: TestApp, address: string): Promise<string[]> {
  const mails = await foyer.mails()
  return mails.flatMap(({ to, subject }) => (String(to).includes(address) ? [subject] : []))
}
