import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

import type { BrowserContext, Page } from 'playwright-core'

import { type TestServer, openPage } from './test-server.ts'

export interface Person {
  name: string
  email: string
  password: string
}

let count = 0

export function newPerson(name = 'Ada Lovelace'): Person {
  return { name, email: `person${++count}@example.com`, password: 'a row of quiet engines' }
}

export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })

export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  await passwordField(page).fill(person.password)
  await page.getByRole('checkbox').check()
}

export async function register(page: Page, person: Person): Promise<void> {
  await openPage(page, '/register')
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/email/verify')
}

/** Fills in whichever step the page shows: the address comes before the password. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  if ((await passwordField(page).count()) === 0)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await passwordField(page).fill(password)
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await openPage(page, '/login')
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
}

export async function signOut(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: `Account menu of ${name}` }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Answers "Confirm it's you" with the password. */
export async function confirmInDialog(page: Page, { password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Creates an account and signs the browser in, without a page. */
export async function createAccount(
  foyer: TestServer,
  context: BrowserContext,
  person = newPerson(),
) {
  await postForm(context, '/register', { ...person, terms: true })
  await postForm(context, await foyer.waitForMailLink(person.email, /\/email\/\S+/), {})
  return person
}

/** Creates an account that the browser is not signed in to. */
export async function signedOutAccount(
  foyer: TestServer,
  context: BrowserContext,
): Promise<Person> {
  const person = await createAccount(foyer, context)
  await context.clearCookies()
  return person
}

/** Signs in on another device, without a page. */
export async function signedInContext(
  foyer: TestServer,
  t: TestContext,
  { email, password }: Person,
): Promise<BrowserContext> {
  const context = await foyer.newContext(t)
  await postForm(context, '/login', { email, password })
  return context
}

/** Sends a form as the Inertia client does. */
export function postForm(context: BrowserContext, path: string, data: object): Promise<void> {
  return sendForm(context, 'POST', path, data)
}

export async function sendForm(
  context: BrowserContext,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data: object,
): Promise<void> {
  const headers = { 'x-inertia': 'true', 'x-xsrf-token': await csrfToken(context) }
  const response = await context.request.fetch(path, { method, data, headers, maxRedirects: 0 })
  assert.equal(response.status(), 303, await response.text())
}

export async function csrfToken(context: BrowserContext): Promise<string> {
  const find = async () =>
    (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value
  const value = (await find()) ?? (await context.request.get('/login').then(find))
  return decodeURIComponent(value ?? '')
}
