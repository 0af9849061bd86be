import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page, Request, WebSocketRoute } from 'playwright-core'

import { turnOnByHand } from './authenticator-app.ts'
import { open, openFoyer } from './foyer.ts'
import { join, passwordField, post, register, send, signIn, someone } from './people.ts'

const foyer = openFoyer()
const renamed = { name: 'Countess', locale: '', timezone: '' }

const isPartial = (request: Request) => 'x-inertia-partial-data' in request.headers()

/** Opens an address and waits until the page hears what happens. */
async function listen(page: Page, address: string): Promise<void> {
  const heard = page.waitForResponse('**/broadcasting/auth')
  await open(page, address)
  await heard
}

test('what changes on another device is seen here, and what is being typed stays', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context)
  await signIn(phone.page, person)
  await listen(page, '/user/profile')
  const name = page.getByRole('region', { name: 'Who you are' }).getByLabel('Name')
  await page.getByLabel('New password').fill('half a pass')
  await name.focus()

  await send(phone.context, 'PUT', '/user/profile-information', renamed)

  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.equal(await page.getByLabel('New password').inputValue(), 'half a pass')
  assert.equal(await name.evaluate((it) => it === document.activeElement), true)
})

test('a session ended elsewhere leaves nothing of the account, and the way back in', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context, someone('Zebedee Quill'))
  await signIn(phone.page, person)
  await open(page, '/dashboard')
  await listen(page, '/user/profile')
  const tab = await context.newPage()
  await listen(tab, '/dashboard')

  await post(phone.context, '/user/confirm-password', { password: person.password })
  await send(phone.context, 'DELETE', '/user/other-browser-sessions', {})

  await tab.getByRole('heading', { name: 'You are signed out' }).waitFor()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  assert.ok(!(await page.content()).includes('Zebedee'))
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  assert.ok(!(await page.content()).includes('Zebedee'))
})

test('who signs out here is shown the start, not a warning', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, context)
  await listen(page, '/dashboard')
  await page.getByRole('button', { name: `Account menu of ${person.name}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a link opened on the phone moves the waiting laptop on', async (t) => {
  const { page } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = someone()
  const heard = page.waitForResponse('**/broadcasting/auth')
  await register(page, person)
  await heard

  await phone.page.goto(await foyer.linkTo(person.email, /\/email\/\S+/))
  await passwordField(phone.page).fill(person.password)
  await phone.page.getByRole('button', { name: /Confirm/ }).click()
  await phone.page.getByRole('heading', { name: person.name, level: 1 }).waitFor()

  await page.getByText('Your address is confirmed.').waitFor()
  assert.equal(await page.getByLabel('E-mail address').inputValue(), person.email)
})

test('a sign-in elsewhere is told, with a way to say that it was somebody else', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context)
  await listen(page, '/dashboard')

  await signIn(phone.page, person)

  await page.getByText('New sign-in: Chrome on').waitFor()
  await page.getByRole('button', { name: "It wasn't me" }).click()
  await page.waitForURL('**/time-travel?event=*')
})

test('a mail that comes is shown at once, and the one that is open stays', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, (await foyer.visitor(t)).context)
  const { id } = await foyer.mailTo(person.email)
  const asked: string[] = []
  page.on('request', (it) => asked.push(it.headers()['x-inertia-partial-data'] ?? ''))
  const caughtUp = page.waitForResponse((it) => isPartial(it.request()))
  await listen(page, `/mailbox/${id}`)
  await caughtUp
  const list = page.getByRole('navigation', { name: 'All mail' }).getByRole('link')
  const before = await list.count()
  await page.getByText('Read as text').click()

  await post(context, '/forgot-password', { email: person.email })

  await list.nth(before).waitFor()
  assert.match(await list.first().innerText(), new RegExp(person.email))
  assert.equal(await page.locator('pre').isVisible(), true)
  assert.deepEqual([...new Set(asked)].toSorted(), ['', 'mails'])
})

test('what happens elsewhere is what happened lately, and leads to the account as it was then', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context)
  await signIn(phone.page, person)
  const lately = page.getByRole('table', { name: 'What happened lately' })
  await listen(page, '/dashboard')
  await lately.getByRole('link', { name: 'A device signed in' }).first().waitFor()

  await send(phone.context, 'PUT', '/user/profile-information', renamed)

  const newest = lately.locator('tbody tr').first()
  await newest.getByText('Countess').waitFor()
  assert.match(await newest.innerText(), /Chrome on/)
  await newest.getByRole('link', { name: 'Your profile was changed' }).click()
  await page.getByRole('heading', { name: 'Time Travel', level: 1 }).waitFor()
  await page.locator('.event-detail').getByText('Countess').waitFor()
})

test('what is shown only once stays while something else is shown anew', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await join(foyer, context)
  const heard = page.waitForResponse('**/broadcasting/auth')
  const { codes } = await turnOnByHand(page, person)
  await heard

  await send(context, 'PUT', '/user/profile-information', renamed)

  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.deepEqual(await page.locator('.codes li').allInnerTexts(), codes)
})

test('what was missed while the line was cut is there when it is back', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context)
  await signIn(phone.page, person)
  const changed = Promise.withResolvers<void>()
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket(/\/app\//, async (line) => {
    if (lines.push(line) > 1) await changed.promise
    line.connectToServer()
  })
  await listen(page, '/dashboard')

  await lines[0]?.close({ code: 4200 })
  await send(phone.context, 'PUT', '/user/profile-information', renamed)
  changed.resolve()

  await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
})

test('where sockets are not let through, everything works', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await page.routeWebSocket(/\/app\//, (line) => line.close())
  const person = await join(foyer, context)
  await open(page, '/user/profile')
  await page.getByLabel('Name').fill('Countess')
  await page
    .getByRole('region', { name: 'Who you are' })
    .getByRole('button', { name: 'Save' })
    .click()
  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.notEqual(person.name, 'Countess')
})
