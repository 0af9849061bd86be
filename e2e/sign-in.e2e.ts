import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext } from 'playwright-core'

import { open, openFoyer, takenOver } from './foyer.ts'
import { absentee, fillSignIn, join, passwordField, signIn } from './people.ts'

const foyer = openFoyer()
const day = 24 * 60 * 60

async function sessionCookie(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name === 'foyer')
}

test('"Keep me signed in" outlives the browser, anything else does not (LGN-27)', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await absentee(foyer, context)
  await signIn(page, person)
  assert.equal((await sessionCookie(context))?.expires, -1)
  await context.clearCookies()

  await open(page, '/login')
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')

  const kept = await sessionCookie(context)
  assert.ok(kept && kept.expires > Date.now() / 1000 + 29 * day)
  assert.deepEqual([kept.httpOnly, kept.sameSite], [true, 'Lax'])
  const tomorrow = await foyer.visitor(t)
  const outlived = (await context.cookies()).filter(({ expires }) => expires > 0)
  await tomorrow.context.addCookies(outlived)
  await tomorrow.page.goto('/dashboard')
  await tomorrow.page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('a wrong password is said under the field, the address stays, the password goes and is typed next', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await absentee(foyer, context)
  await open(page, '/login')
  await fillSignIn(page, { ...person, password: 'a guess of mine' })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  const email = page.getByLabel('E-mail address')
  await page.getByText('That address and password do not belong together.').waitFor()
  const password = passwordField(page)
  await password.and(page.locator(':focus')).waitFor()
  assert.equal(
    await password.getAttribute('aria-describedby'),
    await email.getAttribute('aria-describedby'),
  )
  assert.equal(await email.inputValue(), person.email)
  assert.equal(await password.inputValue(), '')
})

test('what was typed before the script has come is still there when it has', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await absentee(foyer, context)
  const { promise: scriptMayCome, resolve: letScriptCome } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => scriptMayCome.then(() => route.continue()))
  await page.goto('/login', { waitUntil: 'commit' })
  await fillSignIn(page, person)
  await page.getByLabel('Keep me signed in on this device').check()

  letScriptCome()
  await takenOver(page)

  assert.equal(await page.getByLabel('E-mail address').inputValue(), person.email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
  assert.ok(((await sessionCookie(context))?.expires ?? 0) > Date.now() / 1000 + 29 * day)
})

test('a guest who wants the dashboard gets there by signing in', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await absentee(foyer, context)
  await open(page, '/dashboard?from=bookmark')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.waitForURL('**/dashboard?from=bookmark')
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor()
})

test('who tries too often reads in the form how long to wait', async (t) => {
  const { page } = await foyer.visitor(t)
  await open(page, '/login')
  for (let tries = 0; tries < 6; tries++) {
    await fillSignIn(page, { name: '', email: 'nobody@example.com', password: 'guess' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForFunction(isEmptied)
  }

  await page.getByText(/^Too many tries\. .*(second|minute)/).waitFor()
  assert.equal(await page.locator('dialog').count(), 0)
  assert.equal(await page.getByLabel('E-mail address').inputValue(), 'nobody@example.com')
})

/** In the page: what was refused has been answered once the password is to be typed anew. */
function isEmptied(): boolean {
  return document.querySelector<HTMLInputElement>('[name=password]')?.value === ''
}

test('who signs out is outside', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, context)
  await open(page, '/dashboard')
  await page.getByRole('button', { name: `Account menu of ${person.name}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/')
  await page.goto('/dashboard')
  assert.equal(new URL(page.url()).pathname, '/login')
})
