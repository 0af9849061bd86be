import assert from 'node:assert/strict'
import { createServer, isIP, type Server } from 'node:net'
import { test, type TestContext } from 'node:test'

import { isPublicIp } from '#app/platform/validation/public-ip.ts'
import { startReceiver } from '#testing/webhook-receiver.ts'

import { type PostOptions, postWebhook } from './post-webhook.ts'

const notPublic = { error: "The host doesn't have a public IP address." }

for (const host of [
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0.0.0.0',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[ff02::1]',
  'localhost',
]) {
  test(`webhooks do not connect to ${host} (WHK-03)`, async (t) => {
    const { port, connections } = await listen(t)

    const outcome = await postWebhook(`https://${host}:${port}/`, {}, '{}', {
      allowsPrivate: false,
    })

    assert.deepEqual(outcome, notPublic)
    assert.equal(connections(), 0)
  })
}

test('webhooks connect to public addresses', () => {
  const addresses = ['1.1.1.1', '203.0.114.1', '172.32.0.1', '2606:4700::1111', '2a00::1']

  assert.deepEqual(addresses.filter(isPublicIp), addresses)
})

test('webhooks do not connect to a name that also has a private address (WHK-03)', async (t) => {
  const { port, connections } = await listen(t)
  const { lookup } = answering(['2a00::1', '127.0.0.1'])

  const outcome = await postWebhook(`https://mixed.example:${port}/`, {}, '{}', {
    allowsPrivate: false,
    lookup,
  })

  assert.deepEqual(outcome, notPublic)
  assert.equal(connections(), 0)
})

test('the name of a webhook endpoint is resolved once, so it cannot change between check and connection (WHK-03)', async (t) => {
  const { port, connections } = await listen(t)
  // Public, and of nobody.
  const { lookup, asked } = answering(['2a00::1'], ['127.0.0.1'])
  const post = () =>
    postWebhook(`https://rebinding.example:${port}/`, {}, '{}', {
      allowsPrivate: false,
      timeoutMs: 300,
      lookup,
    })

  const first = await post()
  const askedOnce = asked() === 1
  const second = await post()

  assert.ok(askedOnce)
  assert.notDeepEqual(first, notPublic)
  assert.deepEqual(second, notPublic)
  assert.equal(connections(), 0)
})

test('webhooks refuse http', async (t) => {
  const receiver = await startReceiver(t)

  const outcome = await postWebhook(receiver.url, {}, '{}', { allowsPrivate: false })

  assert.deepEqual(outcome, { error: "The address doesn't use https." })
  assert.deepEqual(receiver.messages, [])
})

test('webhooks refuse a certificate that nobody trusts', async (t) => {
  const receiver = await startReceiver(t)

  const outcome = await postWebhook(receiver.url.replace('http:', 'https:'), {}, '{}', {
    allowsPrivate: true,
  })

  assert.ok('error' in outcome)
  assert.deepEqual(receiver.messages, [])
})

test('an endpoint that never responds is given up', async (t) => {
  const receiver = await startReceiver(t)
  receiver.status = null

  const outcome = await postWebhook(receiver.url, {}, '{}', {
    allowsPrivate: true,
    timeoutMs: 200,
  })

  assert.deepEqual(outcome, { error: "The endpoint didn't respond in time." })
})

test(
  'an endpoint that switches protocols has answered, and is disconnected (WHK-08)',
  { timeout: 10_000 },
  async (t) => {
    const closed = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('close', () => closed.resolve())
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
        ),
      )
    })
    const port = await start(t, server)

    const outcome = await postWebhook(`http://127.0.0.1:${port}/`, {}, '{}', {
      allowsPrivate: true,
    })
    await closed.promise

    assert.deepEqual(outcome, { status: 101 })
  },
)

test('an endless response is cut off after its headers', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const timer = setInterval(() => socket.write(chunk), 1)
    socket.on('close', () => clearInterval(timer))
  })
  const port = await start(t, server)
  const closed = new Promise((resolve) =>
    server.on('connection', (socket) => socket.on('close', resolve)),
  )

  const outcome = await postWebhook(`http://127.0.0.1:${port}/`, {}, '{}', { allowsPrivate: true })
  await closed

  assert.deepEqual(outcome, { status: 200 })
})

/** A server that counts who connects. */
async function listen(t: TestContext) {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.destroy()
  })
  return { port: await start(t, server), connections: () => count }
}

async function start(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A name server with these answers, one after another. */
function answering(...answers: string[][]) {
  let count = 0
  const lookup: PostOptions['lookup'] = async () => {
    const addresses = answers[Math.min(count++, answers.length - 1)] ?? []
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return { lookup, asked: () => count }
}
