import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { BrowserContext, Page, Route } from 'playwright-core'

import { open, openFoyer } from './foyer.ts'
import { csrfToken, join, post, someone } from './people.ts'

const foyer = openFoyer()

test('what was done stays on the page, though the line that it had opened is refused', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const authorization = await openNotMe(page, context)
  await page.getByRole('button', { name: 'It was not me' }).click()
  const done = page.getByRole('heading', { name: 'Your account is closed to everyone else' })
  await done.waitFor()

  await refuse(authorization, context)

  await done.waitFor()
})

test('what is to be confirmed stays on the page, though it may not listen', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const authorization = await openNotMe(page, context)
  await context.clearCookies({ name: 'foyer' })

  await refuse(authorization, context)

  await page.getByRole('button', { name: 'It was not me' }).waitFor()
})

test('who has gone on is not disturbed when the page before may not listen', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await post(context, '/register', { ...someone(), terms: true })
  const authorization = await hold(page, '/email/verify')
  await context.clearCookies({ name: 'foyer-guest' })
  await page.getByRole('link', { name: 'Foyer' }).first().click()
  const start = page.getByRole('heading', { name: 'One account, and you hold the keys' })
  await start.waitFor()

  await refuse(authorization, context)

  await start.waitFor()
})

/** Opens the link in a mail where its owner is signed in. */
async function openNotMe(page: Page, context: BrowserContext): Promise<Route> {
  const person = await join(foyer, context)
  await post(context, '/user/confirm-password', { password: person.password })
  await post(context, '/user/email-change', { email: someone().email })
  return hold(page, await foyer.linkTo(person.email, /\/not-me\/\S+/))
}

/** Opens an address. @returns what the page there asks before it may listen, unanswered */
async function hold(page: Page, address: string): Promise<Route> {
  const held = Promise.withResolvers<Route>()
  await page.route('**/broadcasting/auth', held.resolve)
  const asks = page.waitForRequest('**/broadcasting/auth')
  await open(page, address)
  await asks
  return held.promise
}

/** Gives the page the server's answer to the guest that it is by now, and sees that it asks for nothing more. */
async function refuse(authorization: Route, context: BrowserContext): Promise<void> {
  const request = authorization.request()
  // With the token of before it would be told that the form is too old, which is no refusal.
  const headers = { accept: 'application/json', 'x-xsrf-token': await csrfToken(context) }
  const data = request.postDataJSON()
  const response = await context.request.post(request.url(), { data, headers })
  assert.equal(response.status(), 403)

  const page = request.frame().page()
  const asked: string[] = []
  page.on('request', (next) => asked.push(new URL(next.url()).pathname))
  await authorization.fulfill({ response })
  await page.waitForTimeout(300)
  assert.deepEqual(asked, [])
}
