import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'

import { normalizeIp } from '#app/platform/validation/ip-addresses.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

import { clientIpResolver } from './forwarded-for.ts'

const proxy = '10.9.9.9'

async function behindProxy(t: TestContext) {
  const foyer = await createTestApp(t, { TRUST_PROXY: proxy })
  const guess = async (header: string) => {
    const browser = new TestBrowser(foyer.app, proxy)
    await browser.open('/login')
    const body = { email: ada.email, password: 'a guess' }
    const headers = { 'x-forwarded-for': header }
    return (await browser.json('/login', { method: 'POST', body, headers })).status
  }
  return { foyer, guess }
}

const sixthIsLimited = [422, 422, 422, 422, 422, 429]

test('rate limits ignore the port in X-Forwarded-For (LOG-11)', async (t) => {
  const { guess } = await behindProxy(t)
  const statuses: number[] = []
  for (const port of [1, 2, 3, 4]) statuses.push(await guess(`192.0.2.7:${port}`))
  for (const port of [5, 6]) statuses.push(await guess(`6.6.6.${port}, 192.0.2.7:${port}`))

  assert.deepEqual(statuses, sixthIsLimited)
})

test('rate limits treat all spellings of an IPv6 network alike (LOG-11)', async (t) => {
  const { guess } = await behindProxy(t)
  const spellings = ['[2001:db8::7]:1', '[2001:db8::7]:2', '[2001:DB8::8]', '2001:DB8::9']
  const statuses: number[] = []
  for (const header of [...spellings, '2001:0db8:0:0:0:0:0:1', '2001:db8::%eth0'])
    statuses.push(await guess(header))

  assert.deepEqual(statuses, sixthIsLimited)
})

test('invalid X-Forwarded-For entries and anything before them are ignored (LOG-11)', async (t) => {
  const { foyer, guess } = await behindProxy(t)
  const statuses: number[] = []
  for (const n of [1, 2, 3, 4, 5, 6]) statuses.push(await guess(`6.6.6.${n}, ${'?'.repeat(n)}`))

  assert.deepEqual(statuses, sixthIsLimited)
  const relayed = { headers: { 'x-forwarded-for': '?' } }
  assert.equal((await new TestBrowser(foyer.app, proxy).request('/metrics', relayed)).status, 404)
})

test('a session stores the address without the port', async (t) => {
  const { foyer } = await behindProxy(t)
  const laptop = new TestBrowser(foyer.app, proxy)
  const send = laptop.request.bind(laptop)
  laptop.request = (path, options = {}) =>
    send(path, { ...options, headers: { ...options.headers, 'x-forwarded-for': '192.0.2.7:1' } })
  await registerAccount(foyer, laptop)

  const { ip } = await foyer.db.selectFrom('sessions').select('ip').executeTakeFirstOrThrow()
  assert.equal(ip, '192.0.2.7')
})

test('WebSockets and requests resolve the same client address (WS-09)', async (t) => {
  const TRUST_PROXY = `${proxy}, 192.168.0.0/16, loopback`
  const foyer = await createTestApp(t, { TRUST_PROXY })
  let requestIp = ''
  const onHandlerStart = (message: unknown) =>
    void (requestIp = normalizeIp(Object(message).request.ip))
  subscribe('tracing:fastify.request.handler:start', onHandlerStart)
  t.after(() => unsubscribe('tracing:fastify.request.handler:start', onHandlerStart))
  const resolve = clientIpResolver(foyer.config.trustProxy)
  const headerValues = [
    '192.0.2.7',
    '6.6.6.6, 192.0.2.7:80',
    '192.0.2.7, 192.168.1.1',
    '192.168.1.1',
    '?',
    '',
  ]
  const peers = [proxy, '::ffff:10.9.9.9', '127.0.0.8', '::1', '10.9.9.8', '2001:db8::1']

  for (const remoteAddress of peers)
    for (const forwarded of headerValues) {
      const headers = { host: 'localhost:3000', 'x-forwarded-for': forwarded }
      await foyer.app.inject({ url: '/up', remoteAddress, headers })
      const socketIp = resolve(fakeUpgrade(remoteAddress, { ...headers }))
      assert.equal(socketIp, requestIp, `${remoteAddress} ${forwarded}`)
    }
})

function fakeUpgrade(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}
