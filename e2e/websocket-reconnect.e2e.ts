import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import type { Page, WebSocketRoute } from 'playwright-core'

import { createAccount, sendForm } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const second = 1000
const renamedProfile = { name: 'Countess', locale: '', timezone: '' }

/**
 * A subscribed page with a paused clock, so that no test depends on the machine's speed. The server receives no pings, and
 * a reconnect succeeds only once `reconnectAllowed` resolves.
 */
async function openListeningPage(t: TestContext) {
  const { page, context, browserErrors } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  const sockets: WebSocketRoute[] = []
  const sentMessages: string[] = []
  const reconnectAllowed = Promise.withResolvers<void>()
  await page.clock.install()
  await page.routeWebSocket(/\/app\//, async (socket) => {
    const socketCount = sockets.push(socket)
    if (socketCount > 1) await reconnectAllowed.promise
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      sentMessages.push(String(message))
      if (!String(message).includes('pusher:ping')) server.send(message)
    })
  })
  const authorized = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, '/dashboard')
  // The deferred props have loaded, so any later request is a refresh.
  await page.locator('#recent-events tbody tr').first().waitFor()
  await authorized
  await advanceClockUntil(page, () => sentMessages.some((it) => it.includes('pusher:subscribe')))
  await page.clock.pauseAt((await pageTime(page)) + 60 * second)
  return {
    page,
    context,
    browserErrors,
    sockets,
    sentMessages,
    reconnectAllowed,
    indicator: page.locator('.connection-indicator'),
  }
}

async function advanceClockUntil(page: Page, condition: () => boolean, stepMs = 10): Promise<void> {
  while (!condition()) {
    await page.clock.runFor(stepMs)
    // Playwright reports the page's activity asynchronously.
    await setTimeout(5)
  }
}

function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}

test('a disconnect is shown after a while, until the page has reconnected', async (t) => {
  const { page, context, sockets, reconnectAllowed, indicator } = await openListeningPage(t)
  await sockets[0]?.close({ code: 4200 })
  await advanceClockUntil(page, () => sockets.length > 1)

  await page.clock.runFor(15 * second)
  assert.equal(await indicator.textContent(), '')

  await page.clock.runFor(10 * second)
  assert.equal(await indicator.textContent(), 'Live updates are paused')
  assert.equal(await indicator.getAttribute('role'), 'status')

  await sendForm(context, 'PUT', '/user/profile-information', renamedProfile)
  reconnectAllowed.resolve()
  await page.clock.resume()
  await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
  assert.equal(await indicator.textContent(), '')
})

test('a short disconnect is not shown', async (t) => {
  const { page, sockets, reconnectAllowed, indicator } = await openListeningPage(t)
  await indicator.evaluate((it) => {
    new MutationObserver(() => console.error('The indicator changed')).observe(it, {
      childList: true,
    })
  })
  await sockets[0]?.close({ code: 4200 })
  await advanceClockUntil(page, () => sockets.length > 1)
  await page.clock.runFor(15 * second)
  const authorized = page.waitForResponse('**/broadcasting/auth')
  reconnectAllowed.resolve()
  await page.clock.resume()
  await authorized

  await page.clock.fastForward(30 * second)
  assert.equal(await indicator.textContent(), '')
})

test('the page pings after 120 seconds of silence and reconnects 30 seconds later', async (t) => {
  const { page, sockets, sentMessages } = await openListeningPage(t)
  // Any message restarts the silence; the pong proves that it arrived.
  sockets[0]?.send('{"event":"pusher:ping","data":{}}')
  await advanceClockUntil(page, () => sentMessages.some((it) => it.includes('pusher:pong')))
  const silentSince = await pageTime(page)

  await page.clock.runFor(115 * second)
  assert.ok(!sentMessages.some((it) => it.includes('pusher:ping')))
  await advanceClockUntil(page, () => sentMessages.some((it) => it.includes('pusher:ping')), 100)
  const pingedAt = await pageTime(page)
  assert.ok(pingedAt - silentSince < 140 * second)

  await page.clock.runFor(20 * second)
  assert.equal(sockets.length, 1)
  await advanceClockUntil(page, () => sockets.length > 1, 100)
  assert.ok((await pageTime(page)) - pingedAt < 50 * second)
})

test('a page retries a failed channel authorization and receives updates', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  let requestCount = 0
  await page.clock.install()
  await page.route('**/broadcasting/auth', (route) =>
    ++requestCount === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  const rejected = page.waitForResponse('**/broadcasting/auth')
  await openPage(page, '/dashboard')
  await rejected
  await sendForm(context, 'PUT', '/user/profile-information', renamedProfile)

  await advanceClockUntil(page, () => requestCount > 1, second)
  await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
})

test('a page that connects while its cookie is replaced stays connected and keeps what is typed', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  const typed = Promise.withResolvers<void>()
  for (const path of ['**/broadcasting/user-auth', '**/broadcasting/auth'])
    await page.route(
      path,
      async (route) => {
        await typed.promise
        await route.fulfill({ status: 419, body: '{}' })
      },
      { times: 1 },
    )
  const userAuthenticated = page.waitForResponse(
    (it) => it.url().endsWith('/broadcasting/user-auth') && it.ok(),
  )
  await openPage(page, '/user/profile')
  const address = page.getByLabel('New email address')
  await page.locator('#address summary').click()
  await address.fill('half@')
  typed.resolve()

  await userAuthenticated
  await sendForm(context, 'PUT', '/user/profile-information', renamedProfile)

  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()
  assert.equal(await address.inputValue(), 'half@')
})

test('the end of the session clears a page that was redirected to a download', async (t) => {
  const { page, context } = await openListeningPage(t)
  await page.route('**/time-travel', (route) =>
    route.fulfill({ status: 409, headers: { 'x-inertia-location': '/download' } }),
  )
  const downloaded = page.waitForRequest('**/download')
  await page.route('**/download', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('link', { name: 'Time Travel', exact: true }).first().click()
  await downloaded

  await sendForm(context, 'POST', '/logout', {})
  await page.clock.resume()
  await page.clock.fastForward(10 * second)

  await page.getByLabel('Email address').waitFor()
})

for (const failure of ['no response', 'a 503 response'] as const) {
  test(`a refresh that gets ${failure} is retried, and the page stays meanwhile`, async (t) => {
    const { page, context, browserErrors } = await openListeningPage(t)
    let requestCount = 0
    await page.route('**/dashboard', (route) => {
      if (++requestCount > 1) return route.continue()
      return failure === 'no response'
        ? route.abort()
        : route.fulfill({ status: 503, body: 'Away' })
    })

    await sendForm(context, 'PUT', '/user/profile-information', renamedProfile)
    await advanceClockUntil(page, () => requestCount === 1)
    await page.clock.runFor(second)
    assert.equal(requestCount, 1)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await advanceClockUntil(page, () => requestCount > 1, second)

    await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
    browserErrors.length = 0
  })
}
