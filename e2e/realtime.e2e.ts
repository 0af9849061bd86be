import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page, Request, WebSocketRoute } from 'playwright-core'

import {
  createAccount,
  passwordField,
  postForm,
  register,
  sendForm,
  signedInContext,
  newPerson,
} from './account-steps.ts'
import { enableTwoFactorInUi } from './authenticator-app.ts'
import { openPage, startTestServer, useLocalAddress } from './test-server.ts'

const foyer = startTestServer()
const renamedProfile = { name: 'Countess', locale: '', timezone: '' }

const isPartial = (request: Request) => 'x-inertia-partial-data' in request.headers()

/** Opens a page and waits for its channel authorization. */
async function openListening(page: Page, address: string): Promise<void> {
  const authorized = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, address)
  await authorized
}

test('a change on another device updates the page and keeps a half-typed field', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const phone = await signedInContext(foyer, t, person)
  await openListening(page, '/user/profile')
  const name = page.getByRole('region', { name: 'Profile' }).getByLabel('Name')
  await page.locator('#address summary').click()
  await page.getByLabel('New email address').fill('half@')
  await name.focus()

  await sendForm(phone, 'PUT', '/user/profile-information', renamedProfile)

  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.equal(await page.getByLabel('New email address').inputValue(), 'half@')
  assert.equal(await name.evaluate((it) => it === document.activeElement), true)
})

test('a signed-in page authenticates its user on the socket', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  const signedIn = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('pusher:signin_success'),
    }),
  )
  const authenticated = page.waitForResponse('**/broadcasting/user-auth')
  await openPage(page, '/dashboard')

  const response = await authenticated
  assert.equal(response.status(), 200)
  assert.ok(response.request().headers()['x-xsrf-token'])
  await signedIn
})

test('a session ended elsewhere clears the page and leads to sign-in', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context, newPerson('Zebedee Quill'))
  const phone = await signedInContext(foyer, t, person)
  await openPage(page, '/dashboard')
  await openListening(page, '/user/profile')
  const tab = await context.newPage()
  await openListening(tab, '/dashboard')

  await postForm(phone, '/user/confirm-password', { password: person.password })
  await sendForm(phone, 'DELETE', '/user/other-browser-sessions', {})

  await tab.getByRole('heading', { name: "You're signed out" }).waitFor()
  await page.getByRole('heading', { name: "You're signed out" }).waitFor()
  assert.ok(!(await page.content()).includes('Zebedee'))
  await page.goBack({ waitUntil: 'commit' })
  await page.getByLabel('Email address').waitFor()
  assert.ok(!(await page.content()).includes('Zebedee'))
})

test('signing out here leads to the front page, not to a warning', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openListening(page, '/dashboard')
  await page.getByRole('button', { name: `Account menu of ${person.name}` }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('confirming the address on the phone moves the waiting laptop on', async (t) => {
  const { page } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = newPerson()
  const authorized = page.waitForResponse('**/broadcasting/auth')
  await register(page, person)
  await authorized

  await phone.page.goto(await foyer.waitForMailLink(person.email, /\/email\/\S+/))
  await passwordField(phone.page).fill(person.password)
  await phone.page.getByRole('button', { name: /Confirm/ }).click()
  await phone.page.getByRole('heading', { name: person.name, level: 1 }).waitFor()

  await page.getByText('Your address is confirmed.').waitFor()
  assert.equal(await page.getByLabel('Email address').inputValue(), person.email)
})

test('a sign-in elsewhere shows a notice with a button to report it', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await openListening(page, '/dashboard')

  await signedInContext(foyer, t, person)

  await page.getByText('New sign-in: Chrome on').waitFor()
  await page.getByRole('button', { name: "This wasn't me" }).click()
  await page.waitForURL('**/time-travel?event=*')
})

test('a new mail appears in the list, and the open one stays', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await useLocalAddress(context)
  const person = await createAccount(foyer, await foyer.newContext(t))
  const { id } = await foyer.waitForMail(person.email)
  const requestedProps: string[] = []
  page.on('request', (it) => requestedProps.push(it.headers()['x-inertia-partial-data'] ?? ''))
  const caughtUp = page.waitForResponse((it) => isPartial(it.request()))
  await openListening(page, `/mailbox/${id}`)
  await caughtUp
  const list = page
    .getByRole('navigation', { name: 'All email' })
    .getByRole('link')
    .filter({ hasText: person.email })
  const before = await list.count()
  await page.getByText('Plain text').click()

  await postForm(context, '/forgot-password', { email: person.email })

  await list.nth(before).waitFor()
  assert.equal(await page.locator('pre').isVisible(), true)
  assert.deepEqual([...new Set(requestedProps)].toSorted(), ['', 'mails'])
})

test('an event on another device appears on the dashboard and links to Time Travel', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const phone = await signedInContext(foyer, t, person)
  const recentEvents = page.getByRole('table', { name: 'Recent activity' })
  await openListening(page, '/dashboard')
  await recentEvents.getByRole('link', { name: 'New sign-in' }).first().waitFor()

  await sendForm(phone, 'PUT', '/user/profile-information', renamedProfile)

  const newest = recentEvents.locator('tbody tr').first()
  await newest.getByText('Countess').waitFor()
  assert.match(await newest.innerText(), /Chrome on/)
  await newest.getByRole('link', { name: 'Profile changed' }).click()
  await page.getByRole('heading', { name: 'Time Travel', level: 1 }).waitFor()
  await page.locator('.event-detail').getByText('Countess').waitFor()
})

test('flash data survives a live update', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  const authorized = page.waitForResponse('**/broadcasting/auth')
  const { codes } = await enableTwoFactorInUi(page, person)
  await authorized

  await sendForm(context, 'PUT', '/user/profile-information', renamedProfile)

  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.deepEqual(await page.locator('.recovery-codes li').allInnerTexts(), codes)
})

test('a change missed during a disconnect arrives after the reconnect', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context)
  const phone = await signedInContext(foyer, t, person)
  const changed = Promise.withResolvers<void>()
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/app\//, async (socket) => {
    if (sockets.push(socket) > 1) await changed.promise
    socket.connectToServer()
  })
  await openListening(page, '/dashboard')

  await sockets[0]?.close({ code: 4200 })
  await sendForm(phone, 'PUT', '/user/profile-information', renamedProfile)
  changed.resolve()

  await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
})

test('a session that ended during a disconnect clears the page after the reconnect', async (t) => {
  const { page, context, browserErrors } = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context, newPerson('Zebedee Quill'))
  const phone = await signedInContext(foyer, t, person)
  const ended = Promise.withResolvers<void>()
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/app\//, async (socket) => {
    if (sockets.push(socket) > 1) await ended.promise
    socket.connectToServer()
  })
  await openListening(page, '/dashboard')

  await sockets[0]?.close({ code: 4200 })
  await postForm(phone, '/user/confirm-password', { password: person.password })
  await sendForm(phone, 'DELETE', '/user/other-browser-sessions', {})
  ended.resolve()

  await page.getByLabel('Email address').waitFor()
  assert.ok(!(await page.content()).includes('Zebedee'))
  browserErrors.length = 0
})

test('everything works without WebSockets', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await page.routeWebSocket(/\/app\//, (socket) => socket.close())
  const person = await createAccount(foyer, context)
  await openPage(page, '/user/profile')
  await page.getByLabel('Name').fill('Countess')
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.notEqual(person.name, 'Countess')
})
