import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import type { Page, WebSocketRoute } from 'playwright-core'

import { open, openFoyer } from './foyer.ts'
import { join, send } from './people.ts'

const foyer = openFoyer()
const seconds = 1000
const renamed = { name: 'Countess', locale: '', timezone: '' }

/**
 * A page that listens, and whose clock stands still but for what the test lets pass: so no test knows how fast the machine
 * is. What the page says on its line can be kept from the server, and a new line from standing.
 */
async function listeningPage(t: TestContext) {
  const { page, context, complaints } = await foyer.visitor(t)
  await join(foyer, context)
  const lines: WebSocketRoute[] = []
  const said: string[] = []
  const isBack = Promise.withResolvers<void>()
  await page.clock.install()
  await page.routeWebSocket(/\/app\//, async (line) => {
    const at = lines.push(line)
    if (at > 1) await isBack.promise
    const server = line.connectToServer()
    line.onMessage((message) => {
      said.push(String(message))
      if (!String(message).includes('pusher:ping')) server.send(message)
    })
  })
  const heard = page.waitForResponse('**/broadcasting/auth')
  await open(page, '/dashboard')
  // What follows the page has come: what is asked for from here on is a refresh.
  await page.locator('#lately tbody tr').first().waitFor()
  await heard
  await until(page, () => said.some((it) => it.includes('pusher:subscribe')))
  await page.clock.pauseAt((await pageTime(page)) + 60 * seconds)
  return { page, context, complaints, lines, said, isBack, sign: page.locator('.paused-sign') }
}

/** Lets a little time pass again and again, for what the page does as soon as it can. */
async function until(page: Page, isSo: () => boolean, stepMs = 10): Promise<void> {
  while (!isSo()) {
    await page.clock.runFor(stepMs)
    // What the page has done reaches us a little later.
    await setTimeout(5)
  }
}

function pageTime(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}

test('that the line is cut is said after a while, and not any more once it is back', async (t) => {
  const { page, context, lines, isBack, sign } = await listeningPage(t)
  await lines[0]?.close({ code: 4200 })
  await until(page, () => lines.length > 1)

  await page.clock.runFor(15 * seconds)
  assert.equal(await sign.textContent(), '')

  await page.clock.runFor(10 * seconds)
  assert.equal(await sign.textContent(), 'Live updates are paused')
  assert.equal(await sign.getAttribute('role'), 'status')

  await send(context, 'PUT', '/user/profile-information', renamed)
  isBack.resolve()
  await page.clock.resume()
  await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
  assert.equal(await sign.textContent(), '')
})

test('a cut that heals soon is never spoken of', async (t) => {
  const { page, lines, isBack, sign } = await listeningPage(t)
  await sign.evaluate((it) => {
    new MutationObserver(() => console.error('The sign changed')).observe(it, { childList: true })
  })
  await lines[0]?.close({ code: 4200 })
  await until(page, () => lines.length > 1)
  await page.clock.runFor(15 * seconds)
  const heard = page.waitForResponse('**/broadcasting/auth')
  isBack.resolve()
  await page.clock.resume()
  await heard

  await page.clock.fastForward(30 * seconds)
  assert.equal(await sign.textContent(), '')
})

test('silence is asked about after 120 seconds, and the line given up 30 later', async (t) => {
  const { page, lines, said } = await listeningPage(t)
  // Whatever comes begins the silence anew; that it has come is seen by the answer.
  lines[0]?.send('{"event":"pusher:ping","data":{}}')
  await until(page, () => said.some((it) => it.includes('pusher:pong')))
  const silentSince = await pageTime(page)

  await page.clock.runFor(115 * seconds)
  assert.ok(!said.some((it) => it.includes('pusher:ping')))
  await until(page, () => said.some((it) => it.includes('pusher:ping')), 100)
  const askedAt = await pageTime(page)
  assert.ok(askedAt - silentSince < 140 * seconds)

  await page.clock.runFor(20 * seconds)
  assert.equal(lines.length, 1)
  await until(page, () => lines.length > 1, 100)
  assert.ok((await pageTime(page)) - askedAt < 50 * seconds)
})

test('a page that nobody could authorise asks again by itself, and hears', async (t) => {
  const { page, context } = await foyer.visitor(t)
  await join(foyer, context)
  let asked = 0
  await page.clock.install()
  await page.route('**/broadcasting/auth', (route) =>
    ++asked === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  const refused = page.waitForResponse('**/broadcasting/auth')
  await open(page, '/dashboard')
  await refused
  await send(context, 'PUT', '/user/profile-information', renamed)

  await until(page, () => asked > 1, seconds)
  await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
})

for (const failure of ['no answer', 'an answer of 503'] as const) {
  test(`a refresh that gets ${failure} is asked for again, and the page stands meanwhile`, async (t) => {
    const { page, context, complaints } = await listeningPage(t)
    let asked = 0
    await page.route('**/dashboard', (route) => {
      if (++asked > 1) return route.continue()
      return failure === 'no answer' ? route.abort() : route.fulfill({ status: 503, body: 'Away' })
    })

    await send(context, 'PUT', '/user/profile-information', renamed)
    await until(page, () => asked === 1)
    await page.clock.runFor(seconds)
    assert.equal(asked, 1)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await until(page, () => asked > 1, seconds)

    await page.getByRole('heading', { name: 'Countess', level: 1 }).waitFor()
    complaints.length = 0
  })
}
