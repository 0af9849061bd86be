import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { connect as dial } from 'node:net'
import { type TestContext, test } from 'node:test'

import { buildTestApp } from '#testing/test-app.ts'

/** Sends raw bytes, because Node parses HTTP before any of our code runs. */
async function rawConnection(t: TestContext) {
  const { app } = await buildTestApp(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    /** @returns everything received until the server closes the connection */
    async send(...lines: string[]): Promise<string> {
      const socket = dial(port, '127.0.0.1')
      socket.write(lines.join('\r\n'))
      return (await socket.toArray()).join('')
    },
  }
}

const host = 'Host: localhost:3000'
const close = 'Connection: close'
const end = ['', '']
const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

test('ambiguous body lengths and malformed headers get 400 and close the connection (PAR-07)', async (t) => {
  const { send } = await rawConnection(t)
  const post = 'POST /login HTTP/1.1'
  const smuggled = 'GET /metrics HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'
  const requests = [
    [post, host, 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', smuggled],
    [post, host, 'Content-Length: 4', 'Content-Length: 40', '', `1234${smuggled}`],
    [post, host, 'Content-Length: 4, 40', '', `1234${smuggled}`],
    [post, host, 'Transfer-Encoding: chunked, identity', '', '0', '', smuggled],
    [post, host, 'Transfer-Encoding: xchunked', '', '0', '', smuggled],
    [post, host, 'Transfer-Encoding : chunked', '', '0', '', smuggled],
    [post, host, 'Content-Length: +4', '', `1234${smuggled}`],
    [post, host, 'Content-Length: 0x4', '', `1234${smuggled}`],
    [post, host, 'Transfer-Encoding: chunked', '', 'zz', '', smuggled],
    [`GET /up HTTP/1.1\n${host}\n`, ''],
    ['GET /up HTTP/1.1', host, ' folded: yes', ...end],
    ['GET /up HTTP/1.1', host, 'X: a\0b', ...end],
    ['GET /up HTTP/1.1', host, 'X: a\rb', ...end],
    ['GET /up HTTP/1.1', host, 'X y: b', ...end],
    ['GET /up HTTP/7.9', host, ...end],
  ]

  const answers = await Promise.all(requests.map((lines) => send(...lines)))

  assert.deepEqual(
    answers.map(statusesIn),
    requests.map(() => [400]),
  )
})

test('a content type without a body means an empty body (PAR-07)', async (t) => {
  const { send } = await rawConnection(t)
  const json = 'Content-Type: application/json'
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const requests: [string, string][] = [
    ['POST /nowhere', json],
    ['DELETE /api/nowhere', json],
    ['PUT /nowhere', form],
    ['POST /csp-report', 'Content-Type: application/csp-report'],
  ]

  const answers = requests.map(([line, kind]) =>
    send(`${line} HTTP/1.1`, host, kind, close, ...end),
  )

  const statuses = (await Promise.all(answers)).map(statusesIn)
  assert.deepEqual(statuses, [[404], [404], [404], [204]])
})

test('oversized headers and URLs are rejected (PAR-08)', async (t) => {
  const { send } = await rawConnection(t)
  const get = 'GET /up HTTP/1.1'

  assert.deepEqual(
    statusesIn(await send(get, host, close, `X: ${'x'.repeat(20_000)}`, ...end)),
    [431],
  )
  assert.deepEqual(
    statusesIn(await send(`GET /${'x'.repeat(20_000)} HTTP/1.1`, host, close, ...end)),
    [431],
  )
  const many = Array.from({ length: 3000 }, (_, index) => `X${index}: 1`)
  assert.deepEqual(statusesIn(await send(get, host, close, ...many, ...end)), [431])
  assert.deepEqual(
    statusesIn(await send(get, host, close, `Cookie: a=${'x'.repeat(8000)}`, ...end)),
    [200],
  )
})

test('rejects methods a page does not support (PAR-09)', async (t) => {
  const { send } = await rawConnection(t)
  const status = async (method: string, path = '/login') =>
    statusesIn(await send(`${method} ${path} HTTP/1.1`, host, close, ...end))[0]

  assert.equal(await status('TRACE'), 404)
  assert.equal(await status('PUT'), 404)
  assert.equal(await status('PROPFIND'), 404)
  assert.equal(await status('FOO'), 400)
  assert.equal(await status('get'), 400)
  assert.ok(![200, 101].includes((await status('CONNECT', 'evil.example:443')) ?? 0))
})

test('rejects every host but our own (PAR-06)', async (t) => {
  const { send } = await rawConnection(t)
  const status = async (...hosts: string[]) =>
    statusesIn(await send('GET /login HTTP/1.1', ...hosts, close, ...end))[0]

  assert.equal(await status(host), 200)
  assert.equal(await status('Host: LOCALHOST:3000'), 200)
  assert.equal(await status(), 400)
  assert.equal(await status(host, 'Host: evil.example'), 400)
  assert.equal(await status('Host: localhost.:3000'), 421)
  assert.equal(await status('Host: localhost:3001'), 421)
  assert.equal(await status('Host: localhost'), 421)
  assert.equal(await status('Host: 10.0.0.1:3000'), 421)
  assert.equal(await status('Host: '), 421)
  assert.equal(await status('Host: localhost:3000@evil.example'), 421)
  const absolute = await send('GET http://evil.example/login HTTP/1.1', host, close, ...end)
  assert.doesNotMatch(absolute, /evil/)
})

test('no spelling of a path redirects elsewhere or is echoed (PAR-05, INR-04)', async (t) => {
  const { send } = await rawConnection(t)
  const paths = [
    '//evil.example/x',
    '//evil.example/%2e%2e/login',
    '/\\evil.example',
    '///login',
    '/login%00',
    '/login%2f..',
    '/email/verify/../../metrics',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/%c0%ae%c0%ae/evil',
    '/%evil',
    `/photos/${'evil'.repeat(60)}/96`,
    '/photos/%00/96',
    '/nowhere#/\\evil',
  ]

  for (const path of paths) {
    const visit = await send(`GET ${path} HTTP/1.1`, host, close, 'X-Inertia: true', ...end)
    const open = await send(`GET ${path} HTTP/1.1`, host, close, 'Accept: text/html', ...end)
    assert.ok(
      [400, 403, 404, 409].includes(statusesIn(visit)[0] ?? 0),
      `${path} ${visit.slice(0, 400)}`,
    )
    assert.ok([400, 403, 404].includes(statusesIn(open)[0] ?? 0), `${path} ${open.slice(0, 400)}`)
    assert.doesNotMatch(visit, /^(?:x-inertia-)?location: (?!\/(?![/\\]))/im)
    const page = /<script data-page="app"[^>]*>(.*?)<\/script>/s.exec(open)?.[1]
    if (page) assert.match(JSON.parse(page).url, /^\/(?![/\\])/)
  }
})

test('pipelined requests are answered in order and rate-limited individually (PAR-16)', async (t) => {
  const { app, send } = await rawConnection(t)
  const sameOrigin = 'Sec-Fetch-Site: same-origin'
  const body = JSON.stringify({ email: 'ada@example.com', password: 'wrong' })
  const guess = [
    'POST /login HTTP/1.1',
    host,
    sameOrigin,
    'Accept: application/json',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
  const last = ['GET /up HTTP/1.1', host, close, ...end].join('\r\n')

  const statuses = statusesIn(await send(guess.repeat(8) + last))
  const ninetyNine = ['GET /up HTTP/1.1', host, ...end].join('\r\n').repeat(99)

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429, 429, 200])
  assert.equal(statusesIn(await send(ninetyNine + last)).length, 100)
  assert.ok(app.server.listening)
})

test('upgrade requests, such as to HTTP/2, are ignored (PAR-17)', async (t) => {
  const { send } = await rawConnection(t)
  const requestUpgrade = async (protocol: string) =>
    send(
      'GET /up HTTP/1.1',
      host,
      'Connection: Upgrade, HTTP2-Settings, close',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABk',
      ...end,
    )

  assert.deepEqual(statusesIn(await requestUpgrade('h2c')), [200])
  assert.deepEqual(statusesIn(await requestUpgrade('websocket')), [200])
  assert.deepEqual(statusesIn(await send('PRI * HTTP/2.0', '', 'SM', ...end)), [400])
})
