import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'

import { ada } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

import { pwnedLookupMs } from './limits.ts'
import { isPwned } from './pwned-passwords.ts'

const stolen = 'stolen in breach 4711'
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

/** A service of the protocol that answers with the ranges of these passwords, and lines of padding. */
async function startService(
  t: TestContext,
  respond: (response: ServerResponse, request: IncomingMessage) => void,
) {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    const { method, url, headers } = request
    requests.push(JSON.stringify([method, url, headers, body]))
    respond(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return { url: `http://127.0.0.1:${address.port}`, requests }
}

test('forms with other errors check sixty passwords per network in ten minutes with Pwned Passwords (PWP-19)', async (t) => {
  const { url, requests } = await startService(t, range(1))
  const foyer = await createTestApp(t, { PWNED_PASSWORDS_URL: url })
  const browser = foyer.browser()
  await browser.open('/login')
  const body = { ...ada, email: 'no address', terms: true }

  const answers = await Promise.all(
    Array.from({ length: 70 }, () => browser.json('/register', { method: 'POST', body })),
  )

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
    ...Array<number>(60).fill(422),
    ...Array<number>(10).fill(429),
  ])
  assert.equal(requests.length, 60)
})

const range = (count: number) => (response: ServerResponse, request: IncomingMessage) => {
  const found = request.url === `/range/${hashOf(stolen).slice(0, 5)}`
  const padding = ['0'.repeat(35), 'A'.repeat(35)].map((suffix) => `${suffix}:0`)
  const line = `${hashOf(stolen).slice(5)}:${count}`
  response.end([...padding, ...(found ? [line] : [])].join('\r\n'))
}

function lookup(url: string, password = stolen) {
  const lines: string[] = []
  const log = { warn: (_details: object, message: string) => void lines.push(message) }
  return isPwned({ url, log }, password).then((found) => ({ found, lines }))
}

test('a password that Pwned Passwords lists is rejected, others and padding are not (PWP-10)', async (t) => {
  const service = await startService(t, range(3))
  const padded = await startService(t, range(0))

  assert.deepEqual(await lookup(service.url), { found: true, lines: [] })
  assert.deepEqual(await lookup(`${service.url}/`, 'a row of quiet engines'), {
    found: false,
    lines: [],
  })
  assert.deepEqual(await lookup(padded.url), { found: false, lines: [] })
})

test("only five digits of a password's hash leave the server, and padding is requested (PWP-11)", async (t) => {
  const { url, requests } = await startService(t, range(3))
  const foyer = await createTestApp(t, { PWNED_PASSWORDS_URL: url })
  const browser = foyer.browser()
  await browser.open('/register')
  const register = (password: string) =>
    browser.json('/register', { method: 'POST', body: { ...ada, password, terms: true } })

  const rejected = await register(stolen)
  const accepted = await register('a row of quiet engines')

  assert.deepEqual([rejected.status, accepted.status], [422, 303])
  const [method, path, headers, body] = JSON.parse(requests[0] ?? '')
  assert.deepEqual([method, path, body], ['GET', `/range/${hashOf(stolen).slice(0, 5)}`, ''])
  assert.equal(headers['add-padding'], 'true')
  assert.equal(requests.length, 2)
  const secrets = [stolen, hashOf(stolen).slice(5), hashOf(stolen).slice(0, 6), ada.email, ada.name]
  assert.deepEqual(
    secrets.filter((it) => requests.join('').includes(it)),
    [],
  )
})

test('by default no password hash prefix is sent to Pwned Passwords (PWP-11)', async (t) => {
  const { requests } = await startService(t, range(3))
  const foyer = await createTestApp(t)

  assert.equal(foyer.config.pwnedPasswordsUrl, null)
  assert.equal(await isPwned({ url: null, log: { warn: () => assert.fail() } }, stolen), false)
  assert.deepEqual(requests, [])
})

const failures: [name: string, respond: (response: ServerResponse) => void][] = [
  ['responds 503', (response) => response.writeHead(503).end()],
  ['redirects', (response) => response.writeHead(302, { location: '/range/00000' }).end()],
  ['cuts the connection', (response) => response.destroy()],
  ['never stops sending', (response) => pourForever(response)],
  ['never answers', () => {}],
]

for (const [name, respond] of failures) {
  test(`a Pwned Passwords service that ${name} delays a password change by at most 2 seconds, and a warning is logged (PWP-12)`, async (t) => {
    const { url } = await startService(t, (response) => {
      respond(response)
    })
    const startedAt = performance.now()

    const { found, lines } = await lookup(url)

    assert.equal(found, false)
    assert.deepEqual(lines, [
      'breached password lookup failed: the password was accepted without it',
    ])
    assert.ok(performance.now() - startedAt < pwnedLookupMs + 2000)
  })
}

function pourForever(response: ServerResponse): void {
  const timer = setInterval(() => response.write('0'.repeat(65_536)), 1)
  response.on('close', () => clearInterval(timer))
}
