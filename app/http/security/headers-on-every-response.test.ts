import assert from 'node:assert/strict'
import { connect as dial, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { assertIsolated, assertNotFrameable } from '#testing/response-headers.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { buildTestApp } from '#testing/test-app.ts'
import { type TestResponse, TestBrowser } from '#testing/test-browser.ts'

const asJson = { accept: 'application/json' }
const asPage = { accept: 'text/html' }
const sameOriginHeader = { 'sec-fetch-site': 'same-origin' }

interface Probe {
  path: string
  method?: 'POST' | 'DELETE' | 'PUT'
  body?: unknown
  headers: Record<string, string>
}

/** A request of Ada's for each status. */
const probes: Record<number, Probe> = {
  200: { path: '/dashboard', headers: asPage },
  302: { path: '/user/two-factor-secret-key', headers: asPage },
  400: {
    path: '/user/password',
    method: 'PUT',
    body: '{',
    headers: { ...asJson, ...sameOriginHeader },
  },
  403: { path: '/logout', method: 'POST', headers: { ...asJson, 'sec-fetch-site': 'cross-site' } },
  404: { path: '/nowhere', headers: asPage },
  409: {
    path: '/dashboard',
    headers: { ...asPage, 'x-inertia': 'true', 'x-inertia-version': 'x' },
  },
  413: {
    path: '/user/password',
    method: 'PUT',
    body: JSON.stringify('x'.repeat(200_000)),
    headers: { ...asJson, ...sameOriginHeader },
  },
  415: {
    path: '/user/password',
    method: 'PUT',
    body: 'x',
    headers: { ...asJson, ...sameOriginHeader, 'content-type': 'text/xml' },
  },
  419: { path: '/logout', method: 'POST', headers: asJson },
  421: { path: '/login', headers: { ...asPage, host: 'evil.example' } },
  422: {
    path: '/user/password',
    method: 'PUT',
    body: {},
    headers: { ...asJson, ...sameOriginHeader },
  },
  423: { path: '/user/two-factor-secret-key', headers: asJson },
}

async function guestResponses(foyer: TestApp): Promise<TestResponse[]> {
  const guest = foyer.browser()
  await guest.open('/login')
  const guess = { method: 'POST', body: { email: ada.email, password: 'wrong' } } as const
  const refused = await Promise.all(Array.from({ length: 7 }, () => guest.json('/login', guess)))
  return [
    await guest.json('/user/profile'),
    await guest.json('/api/%E0%A4%A'),
    await guest.open('/%E0%A4%A'),
    await guest.open(`/email/verify/${'0'.repeat(36)}/${'A'.repeat(43)}`),
    await guest.open('/assets/nothing.js'),
    await guest.open('/robots.txt'),
    refused.find(({ status }) => status === 429) ?? assert.fail('no request was rate-limited'),
  ]
}

/** Responses while the server is failing or draining. */
async function serverErrorResponses(
  { db, app }: TestApp,
  laptop: TestBrowser,
): Promise<TestResponse[]> {
  await db.schema.alterTable('sessions').renameTo('hidden').execute()
  const failed = [await laptop.open('/dashboard'), await laptop.json('/dashboard')]
  await db.schema.alterTable('hidden').renameTo('sessions').execute()
  app.isDraining = true
  return [...failed, await new TestBrowser(app, '127.0.0.1').json('/ready')]
}

async function allResponses(t: TestContext): Promise<TestResponse[]> {
  const { foyer, laptop } = await signedInAda(t)
  /** A new browser with Ada's cookies, so that responses do not affect each other. */
  const copyOfLaptop = () => {
    const browser = new TestBrowser(foyer.app, laptop.ipAddress)
    for (const [name, value] of laptop.cookies) browser.cookies.set(name, value)
    return browser
  }
  const answers: TestResponse[] = []
  for (const { path, headers, ...rest } of Object.values(probes)) {
    answers.push(await copyOfLaptop().request(path, { headers, ...rest }))
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    Object.keys(probes).map(Number),
  )
  answers.push(
    ...(await guestResponses(foyer)),
    ...(await serverErrorResponses(foyer, copyOfLaptop())),
  )
  answers.push(await laptop.json('/logout', { method: 'POST', body: {} }))
  const statuses = new Set(answers.map(({ status }) => status))
  assert.deepEqual(
    [204, 401, 410, 429, 500, 503].filter((status) => !statuses.has(status)),
    [],
  )
  return answers
}

/** The headers of responses to requests that Node rejects before Fastify sees them. */
async function rawResponses(t: TestContext): Promise<Record<string, string>[]> {
  const { foyer } = await signedInAda(t, buildTestApp)
  await foyer.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = foyer.app.server.address() as AddressInfo
  const payloads = [
    'NONSENSE\r\n\r\n',
    'GET /login HTTP/1.1\r\nConnection: close\r\n\r\n',
    `GET /login HTTP/1.1\r\nHost: localhost:3000\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET /login HTTP/1.1\r\nHost: localhost:3000\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    'GET /login HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  ]
  return Promise.all(
    payloads.map(async (text) => {
      const socket = dial(port, '127.0.0.1')
      socket.write(text)
      const [head = ''] = (await socket.toArray()).join('').split('\r\n\r\n')
      const [status = '', ...lines] = head.split('\r\n')
      const headers = lines.map((line) => line.split(/: (.*)/s, 2))
      return {
        status,
        ...Object.fromEntries(headers.map(([name = '', it]) => [name.toLowerCase(), it])),
      }
    }),
  )
}

let collected: ReturnType<typeof collect> | undefined

/** The same for every test. */
function responses(t: TestContext) {
  return (collected ??= collect(t))
}

async function collect(t: TestContext) {
  return { answers: await allResponses(t), rawHeaders: await rawResponses(t) }
}

async function allHeaders(t: TestContext): Promise<Record<string, unknown>[]> {
  const { answers, rawHeaders } = await responses(t)
  return [...answers.map(({ raw }) => raw.headers), ...rawHeaders]
}

test('no response can be framed: pages, visits, files, errors, malformed requests (CSR-10)', async (t) => {
  const all = await allHeaders(t)

  assert.ok(all.length > 25)
  all.forEach(assertNotFrameable)
})

test('every response has cross-origin isolation headers (CSR-11)', async (t) => {
  const all = await allHeaders(t)

  all.forEach(assertIsolated)
})

test('every body has a content type with a charset (4.1.1)', async (t) => {
  const { answers, rawHeaders } = await responses(t)
  const withBody = answers.filter(({ text }) => text !== '')

  assert.ok(withBody.length > 15)
  for (const answer of withBody) {
    assert.match(
      answer.header('content-type') ?? 'nothing',
      /^(?:text\/html|text\/plain|application\/json)(?:; version=0.0.4)?; charset=utf-8$/,
    )
  }
  for (const { status = '', ...headers } of rawHeaders) {
    assert.match(headers['content-type'] ?? `${status} has no content type`, /; charset=utf-8$/)
  }
})
