import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import type { Page, WebSocketRoute } from 'playwright-core'

import { createAccount, sendForm } from './people.ts'
import { openPage, startTestServer } from './test-server.ts'

const foyer = startTestServer()
const second = 1000
const renamedProfile = { name: 'Countess', locale: '', timezone: '' }

/**
 * A page that listens, and whose clock stands still but for what the test lets pass: so no test knows how fast the machine
 * is. What the page says on its line can be kept from the server, and a new line from standing.
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
  // What follows the page has come: what is asked for from here on is a refresh.
  await page.locator('#lately tbody tr').first().waitFor()
  await authorized
  await advanceClockUntil(page, () => sentMessages.some((it) => it.includes('pusher:subscribe')))
  await page.clock.pauseAt((await pageTime(page)) + 60 * second)
  return {
    page,
    context,
    complaints: browserErrors,
    lines: sockets,
    said: sentMessages,
    isBack: reconnectAllowed,
    indicator: page.locator('.paused-sign'),
  }
}

/** Lets a little time pass again and again, for what the page does as soon as it can. */
async function advanceClockUntil(page: Page, condition: () => boolean, stepMs = 10): Promise<void> {
  while (!condition()) {
    await page.clock.runFor(stepMs)
    // What the page has done reaches us a little later.
    await setTimeout(5)
  }
}

function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}

test('that the line is cut is said after a while, and not any more once it is back', async (t) => {
  const {
    page,
    context,
    lines: sockets,
    isBack: reconnectAllowed,
    indicator,
  } = await openListeningPage(t)
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

test('a cut that heals soon is never spoken of', async (t) => {
  const { page, lines: sockets, isBack: reconnectAllowed, indicator } = await openListeningPage(t)
  await indicator.evaluate((it) => {
    new MutationObserver(() => console.error('The sign changed')).observe(it, { childList: true })
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

test('silence is asked about after 120 seconds, and the line given up 30 later', async (t) => {
  const { page, lines: sockets, said: sentMessages } = await openListeningPage(t)
  // Whatever comes begins the silence anew; that it has come is seen by the answer.
  sockets[0]?.send('{"event":"pusher:ping","data":{}}')
  await advanceClockUntil(page, () => sentMessages.some((it) => it.includes('pusher:pong')))
  const silentSince = await pageTime(page)

  await page.clock.runFor(115 * second)
  assert.ok(!sentMessages.some((it) => it.includes('pusher:ping')))
  await advanceClockUntil(page, () => sentMessages.some((it) => it.includes('pusher:ping')), 100)
  const askedAt = await pageTime(page)
  assert.ok(askedAt - silentSince < 140 * second)

  await page.clock.runFor(20 * second)
  assert.equal(sockets.length, 1)
  await advanceClockUntil(page, () => sockets.length > 1, 100)
  assert.ok((await pageTime(page)) - askedAt < 50 * second)
})

test('a page that nobody could authorise asks again by itself, and hears', async (t) => {
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

for (const failure of ['no answer', 'an answer of 503'] as const) {
  test(`a refresh that gets ${failure} is asked for again, and the page stands meanwhile`, async (t) => {
    const { page, context, complaints: browserErrors } = await openListeningPage(t)
    let requestCount = 0
    await page.route('**/dashboard', (route) => {
      if (++requestCount > 1) return route.continue()
      return failure === 'no answer' ? route.abort() : route.fulfill({ status: 503, body: 'Away' })
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
