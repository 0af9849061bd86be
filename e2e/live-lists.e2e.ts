import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { WebSocketRoute } from 'playwright-core'
import sharp from 'sharp'

import { createAccount, sendForm, signedInContext } from './account-steps.ts'
import { openListening, pageWithTyping } from './page-with-typing.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()

test('sessions update live without closing a question about one of them', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const person = await createAccount(foyer, context)
  await signedInContext(foyer, t, person)
  await openListening(page, '/user/profile/devices')
  const sessions = page.locator('#sessions li')
  assert.equal(await sessions.count(), 2)
  await sessions.nth(1).locator('summary').click()
  const question = sessions.getByRole('button', { name: 'Sign out device' })
  await question.waitFor()

  await signedInContext(foyer, t, person)

  await sessions.nth(2).waitFor()
  assert.equal(await question.filter({ visible: true }).count(), 1)
})

test('passkeys update live without disturbing a half-typed field', async (t) => {
  const scene = await pageWithTyping(t, foyer, '/user/profile/security#password', (page) =>
    page.getByLabel('New password'),
  )
  const { page, phone, assertUntouched } = scene

  await openPage(phone.page, '/user/profile/security')
  await phone.page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.locator('#passkeys .item-list').getByText('Chrome on Linux').waitFor()
  await assertUntouched()
})

test('the photo updates live without disturbing a half-typed field', async (t) => {
  const scene = await pageWithTyping(t, foyer, '/user/profile#address', (page) =>
    page.getByLabel('New email address'),
  )
  const { page, phone, assertUntouched } = scene
  const picture = await sharp({
    create: { width: 300, height: 300, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const { cookies } = await phone.context.storageState()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  await phone.context.request.post('/user/profile-photo', {
    headers: { 'x-xsrf-token': decodeURIComponent(token), accept: 'application/json' },
    multipart: { photo: { name: 'me.png', mimeType: 'image/png', buffer: picture } },
  })
  await page.locator('.photo .avatar img').waitFor()
  await assertUntouched()
})

test('a page that missed too many events reloads its own props, once', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const phone = await signedInContext(foyer, t, await createAccount(foyer, context))
  const other = await phone.newPage()
  await openListening(other, '/dashboard')
  const changed = Promise.withResolvers<void>()
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/app\//, async (socket) => {
    if (sockets.push(socket) > 1) await changed.promise
    socket.connectToServer()
  })
  await openListening(page, '/user/profile')
  const requestedProps: string[] = []
  page.on('request', (it) => {
    const props = it.headers()['x-inertia-partial-data']
    if (it.isNavigationRequest() || it.headers()['x-inertia'])
      requestedProps.push(props ?? 'everything')
  })
  // Another epoch, as after the stream store was emptied, makes the page's position invalid.
  await page.route('**/broadcasting/auth', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), epoch: 'another' }),
    }),
  )

  await sockets[0]?.close({ code: 4200 })
  const renamed = { name: 'Countess', locale: '', timezone: '' }
  await sendForm(phone, 'PUT', '/user/profile-information', renamed)
  await other.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
  changed.resolve()

  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  const [props = ''] = requestedProps
  assert.equal(requestedProps.length, 1)
  assert.deepEqual(
    ['auth', 'information', 'emailChange', 'sessions', 'realtime', 'errors', 'everything'].filter(
      (it) => props.split(',').includes(it),
    ),
    ['auth', 'information', 'emailChange'],
  )
})
