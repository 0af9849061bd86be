import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext, Page, Route } from 'playwright-core'

import { csrfToken, createAccount, postForm, newPerson } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('the result of a takeover report stays when its subscription is denied', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const authorization = await openTakeoverLink(page, context)
  await page.getByRole('button', { name: "This wasn't me, secure my account" }).click()
  const done = page.getByRole('heading', { name: 'Your account is secured' })
  await done.waitFor()

  await rejectAuthorization(authorization, context)

  await done.waitFor()
})

test('a takeover link stays open when its subscription is denied', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const authorization = await openTakeoverLink(page, context)
  await context.clearCookies({ name: 'foyer' })

  await rejectAuthorization(authorization, context)

  await page.getByRole('button', { name: "This wasn't me, secure my account" }).waitFor()
})

test('a denied subscription of the previous page does not disturb the current one', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await postForm(context, '/register', { ...newPerson(), terms: true })
  const authorization = await holdAuthorization(page, '/email/verify')
  await context.clearCookies({ name: 'foyer-guest' })
  await page.getByRole('link', { name: 'Foyer' }).first().click()
  const start = page.getByRole('heading', { name: 'Your account. Your keys.' })
  await start.waitFor()

  await rejectAuthorization(authorization, context)

  await start.waitFor()
})

/** Opens a takeover link in the browser where its owner is signed in. */
async function openTakeoverLink(page: Page, context: BrowserContext): Promise<Route> {
  const person = await createAccount(foyer, context)
  await postForm(context, '/user/confirm-password', { password: person.password })
  await postForm(context, '/user/email-change', { email: newPerson().email })
  return holdAuthorization(page, await foyer.waitForMailLink(person.email, /\/not-me\/\S+/))
}

/** Opens a page. @returns its channel authorization request, held */
async function holdAuthorization(page: Page, address: string): Promise<Route> {
  const heldRequest = Promise.withResolvers<Route>()
  await page.route('**/broadcasting/auth', heldRequest.resolve)
  const authorizationRequested = page.waitForRequest('**/broadcasting/auth')
  await openPage(page, address)
  await authorizationRequested
  return heldRequest.promise
}

/** Passes on the server's 403 for a guest, and checks that the page requests nothing afterwards. */
async function rejectAuthorization(authorization: Route, context: BrowserContext): Promise<void> {
  const request = authorization.request()
  // The token of the previous session would be rejected as expired instead.
  await context.clearCookies({ name: 'XSRF-TOKEN' })
  const headers = { accept: 'application/json', 'x-xsrf-token': await csrfToken(context) }
  const data = request.postDataJSON()
  const response = await context.request.post(request.url(), { data, headers })
  assert.equal(response.status(), 403)

  const page = request.frame().page()
  const requestedPaths: string[] = []
  page.on('request', (next) => requestedPaths.push(new URL(next.url()).pathname))
  await authorization.fulfill({ response })
  await page.waitForTimeout(300)
  assert.deepEqual(requestedPaths, [])
}
