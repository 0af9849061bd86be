import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext, Page, Route } from 'playwright-core'

import { csrfToken, createAccount, postForm, newPerson } from './people.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('what was done stays on the page, though the line that it had opened is refused', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const authorization = await openTakeoverLink(page, context)
  await page.getByRole('button', { name: 'It was not me' }).click()
  const done = page.getByRole('heading', { name: 'Your account is closed to everyone else' })
  await done.waitFor()

  await rejectAuthorization(authorization, context)

  await done.waitFor()
})

test('what is to be confirmed stays on the page, though it may not listen', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const authorization = await openTakeoverLink(page, context)
  await context.clearCookies({ name: 'foyer' })

  await rejectAuthorization(authorization, context)

  await page.getByRole('button', { name: 'It was not me' }).waitFor()
})

test('who has gone on is not disturbed when the page before may not listen', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await postForm(context, '/register', { ...newPerson(), terms: true })
  const authorization = await holdAuthorization(page, '/email/verify')
  await context.clearCookies({ name: 'foyer-guest' })
  await page.getByRole('link', { name: 'Foyer' }).first().click()
  const start = page.getByRole('heading', { name: 'One account, and you hold the keys' })
  await start.waitFor()

  await rejectAuthorization(authorization, context)

  await start.waitFor()
})

/** Opens the link in a mail where its owner is signed in. */
async function openTakeoverLink(page: Page, context: BrowserContext): Promise<Route> {
  const person = await createAccount(foyer, context)
  await postForm(context, '/user/confirm-password', { password: person.password })
  await postForm(context, '/user/email-change', { email: newPerson().email })
  return holdAuthorization(page, await foyer.waitForMailLink(person.email, /\/not-me\/\S+/))
}

/** Opens an address. @returns what the page there asks before it may listen, unanswered */
async function holdAuthorization(page: Page, address: string): Promise<Route> {
  const heldRequest = Promise.withResolvers<Route>()
  await page.route('**/broadcasting/auth', heldRequest.resolve)
  const authorizationRequested = page.waitForRequest('**/broadcasting/auth')
  await openPage(page, address)
  await authorizationRequested
  return heldRequest.promise
}

/** Gives the page the server's answer to the guest that it is by now, and sees that it asks for nothing more. */
async function rejectAuthorization(authorization: Route, context: BrowserContext): Promise<void> {
  const request = authorization.request()
  // With the token of before it would be told that the form is too old, which is no refusal.
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
