import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { BrowserContextOptions, Page } from 'playwright-core'

import { languages } from '#app/languages.ts'

import { createAccount, newPerson, postForm } from './account-steps.ts'
import { providerPageSettings } from './provider-page-states.ts'
import { startTestServer } from './test-server.ts'

/** The most that a browser with an empty cache may transfer until three seconds after the load event, in English. */
const budgets = [
  { path: '/login', maxBytes: 135_000, maxRequests: 10 },
  { path: '/dashboard', maxBytes: 190_000, maxRequests: 15 },
]
/** The other pages at which people come in, in English. */
const waysIn = [
  { path: '/login?step=password', maxBytes: 138_000, maxRequests: 10 },
  { path: '/register', maxBytes: 145_000, maxRequests: 10 },
  { path: '/login/code', maxBytes: 150_000, maxRequests: 10 },
]
/** Ways in with three providers, and a proof of work for new accounts. */
const waysInWithMore = [
  { path: '/login', maxBytes: 135_000, maxRequests: 10 },
  { path: '/login?step=password', maxBytes: 139_000, maxRequests: 10 },
  { path: '/register', maxBytes: 147_000, maxRequests: 12 },
]
/** The additional bytes of another language. */
const translationBytes = 8000
const settleMs = 3000
/** The pages that connect. On a slow machine this takes longer than the rest. */
const connectedPages = new Set(['/dashboard', '/email/verify'])

const foyer = startTestServer()
const foyerWithMore = startTestServer({ ...providerPageSettings, CHALLENGE: 'altcha' })

test('the sign-in page and the dashboard stay within their budgets', async (t) => {
  const { context } = await foyer.newVisitor(t)
  await createAccount(foyer, context)
  const storageState = await context.storageState()
  const weights = await Promise.all(
    budgets.flatMap(({ path }) =>
      languages.map(({ code: locale }) =>
        weigh(t, path, path === '/login' ? { locale } : { locale, storageState }),
      ),
    ),
  )
  printTable(weights)

  const violations = weights.filter(({ path, locale, bytes, requests }) => {
    const budget = budgets.find((each) => each.path === path)
    const allowance = locale === 'en' ? 0 : translationBytes
    return !budget || bytes > budget.maxBytes + allowance || requests > budget.maxRequests
  })
  assert.deepEqual(violations, [])
})

test('guests load the realtime client only on a page that waits for something', async (t) => {
  const { context } = await foyer.newVisitor(t)
  await postForm(context, '/register', { ...newPerson(), terms: true })
  const storageState = await context.storageState()
  const weights = await Promise.all([
    weigh(t, '/email/verify', { storageState }),
    ...['/', '/login', '/register', '/forgot-password'].map((path) => weigh(t, path)),
  ])
  printTable(weights)

  const waitingPages = weights.filter(({ hasRealtime }) => hasRealtime)
  assert.deepEqual(
    waitingPages.map(({ path }) => path),
    ['/email/verify'],
  )
})

test('further pages of ways in stay within their budgets, also with providers and a proof of work', async (t) => {
  const { context } = await foyer.newVisitor(t)
  await postForm(context, '/login/code', { email: newPerson().email })
  const storageState = await context.storageState()
  const weights = await Promise.all([
    ...waysIn.map(({ path }) => weigh(t, path, path === '/login/code' ? { storageState } : {})),
    ...waysInWithMore.map(({ path }) => weigh(t, path, {}, foyerWithMore)),
  ])
  printTable(weights)

  const violations = [...waysIn, ...waysInWithMore].filter((budget, index) => {
    const { bytes = Infinity, requests = Infinity } = weights[index] ?? {}
    return bytes > budget.maxBytes || requests > budget.maxRequests
  })
  assert.deepEqual(violations, [])
})

interface PageWeight {
  path: string
  locale: string
  /** Size as Chromium counts it on the wire: compressed, with the headers of the responses. */
  bytes: number
  /** Requests, WebSockets included. */
  requests: number
  hasRealtime: boolean
}

/** Opens a page with an empty cache. */
async function weigh(
  t: TestContext,
  path: string,
  options: BrowserContextOptions = {},
  server = foyer,
): Promise<PageWeight> {
  const { page } = await server.newVisitor(t, options)
  const countTransfer = await startCounting(page)
  const connected = connectedPages.has(path) && page.waitForEvent('websocket')
  await page.goto(path)
  await connected
  await sleep(settleMs)
  return { path, locale: options.locale ?? 'en', ...(await countTransfer()) }
}

async function startCounting(page: Page) {
  const network = await page.context().newCDPSession(page)
  const requestIds = new Set<string>()
  const scripts: Promise<string>[] = []
  let bytes = 0
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) requestIds.add(requestId)
  })
  // The import of a preloaded module.
  network.on('Network.requestServedFromCache', ({ requestId }) => {
    requestIds.delete(requestId)
  })
  network.on('Network.webSocketCreated', ({ requestId }) => {
    requestIds.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestIds.has(requestId)) bytes += encodedDataLength
  })
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await network.send('Network.enable')

  return async () => {
    const counted = { bytes, requests: requestIds.size }
    const code = (await Promise.all(scripts)).join()
    return { ...counted, hasRealtime: code.includes('pusher:subscribe') }
  }
}

function printTable(weights: PageWeight[]): void {
  console.table(
    weights.map(({ path, locale, bytes, requests }) => ({
      page: path,
      locale,
      kB: (bytes / 1000).toFixed(1),
      requests,
    })),
  )
}
