import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import { type ada, signedInAda } from './signed-in-accounts.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const grace = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  password: 'a moth in relay seventy',
}

/** Registers a person in a browser of their own. */
export async function registerInOwnBrowser(
  foyer: TestApp,
  person: typeof ada,
): Promise<TestBrowser> {
  const browser = foyer.browser()
  await browser.visit('register.store', { ...person, terms: true })
  await browser.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  return browser
}

/** Signs in to a further account with the password. */
export async function addAccount(
  browser: TestBrowser,
  { email, password }: Pick<typeof ada, 'email' | 'password'>,
  form: { remember?: boolean } = {},
): Promise<void> {
  assert.equal((await browser.visit('accounts.store')).location, '/login')
  const response = await browser.visit('login.store', { email, password, ...form })
  assert.equal(response.location, '/dashboard')
}

export function accountOf(foyer: TestApp, email: string): Promise<{ id: string; name: string }> {
  const users = foyer.db.selectFrom('users').select(['id', 'name'])
  return users.where('email', '=', email).executeTakeFirstOrThrow()
}

/** Ada's laptop, also signed in to Grace's account, which is in use; and Grace's own browser. */
export async function adaAndGrace(t: TestContext, newApp = createTestApp) {
  const { foyer, laptop } = await signedInAda(t, newApp)
  const desk = await registerInOwnBrowser(foyer, grace)
  await addAccount(laptop, grace)
  return { foyer, laptop, desk }
}

export interface MenuAccount {
  id: string
  user: { name: string; email: string } | null
}

/** The address of the account in use; null for a guest. */
export async function activeEmail(browser: TestBrowser): Promise<string | null> {
  const { page } = await browser
    .visit('accounts.index')
    .then(async (response) => (response.status === 200 ? response : browser.visit('home')))
  const auth = page.props['auth'] as { user: { email: string } | null }
  return auth.user?.email ?? null
}

/** The other accounts, as the menu shows them. */
export async function otherAccounts(browser: TestBrowser): Promise<MenuAccount[]> {
  const response = await browser.visit('accounts.index')
  return response.status === 200 ? (response.page.props['accounts'] as MenuAccount[]) : []
}

export async function otherEmails(browser: TestBrowser): Promise<(string | null)[]> {
  return (await otherAccounts(browser)).map(({ user }) => user?.email ?? null)
}

/** Switches to the other account with this address; null is one whose session has ended. */
export async function switchTo(browser: TestBrowser, email: string | null) {
  const account = (await otherAccounts(browser)).find(({ user }) => (user?.email ?? null) === email)
  assert.ok(account, `${email} is not in the menu`)
  return browser.visitPath(`/accounts/${account.id}/switch`, { method: 'POST', body: {} })
}

/** A browser with copies of another's cookies. */
export function copyOfBrowser(foyer: TestApp, { cookies }: TestBrowser): TestBrowser {
  const copy = foyer.browser()
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}
