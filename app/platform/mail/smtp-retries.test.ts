import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'

import { ada } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

type Behavior = 'rejects' | 'busy' | 'disconnects' | 'loses response' | 'silent' | 'accepts'

/** An SMTP server with one behavior per connection; collects the accepted mails. */
async function startFlakySmtpServer(t: TestContext, behaviors: Behavior[]) {
  const accepted: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    connections++
    respond(socket, behaviors.shift() ?? 'accepts', accepted)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    accepted,
    connections: () => connections,
    sockets,
    url: `smtp://127.0.0.1:${port}`,
  }
}

function respond(socket: Socket, behavior: Behavior, accepted: string[]): void {
  if (behavior === 'rejects') return void socket.end('554 go away\r\n')
  if (behavior === 'silent') return
  socket.write('220 hello\r\n')
  let received = ''
  socket.on('data', (data) => {
    received += String(data)
    const isInData = received.includes('DATA\r\n')
    if (behavior === 'busy' && /MAIL FROM/.test(received)) return socket.end('451 later\r\n')
    if (behavior === 'disconnects' && /DATA\r\n[^]+/.test(received)) return socket.destroy()
    if (received.endsWith('\r\n.\r\n')) {
      accepted.push(received)
      return behavior === 'loses response' ? socket.destroy() : socket.write('250 taken\r\n')
    }
    if (received.endsWith('QUIT\r\n')) return socket.end('221 bye\r\n')
    if (received.endsWith('DATA\r\n')) return socket.write('354 go on\r\n')
    return isInData || socket.write('250 fine\r\n')
  })
}

const messageId = (mail: string) => /^message-id: (.+)$/im.exec(mail)?.[1]?.trim()

async function queuedJobs({ db }: TestApp) {
  return db.selectFrom('jobs').select(['attempts', 'run_at', 'dead_at']).execute()
}

test('a mail is retried with growing delays until the server accepts it (MAIL-02)', async (t) => {
  const behaviors: Behavior[] = ['busy', 'rejects', 'disconnects', 'loses response', 'accepts']
  const { url, accepted, connections } = await startFlakySmtpServer(t, behaviors)
  const foyer = await createTestApp(t, { MAIL_URL: url })

  const response = await foyer.browser().visit('register.store', { ...ada, terms: true })
  assert.deepEqual([response.location, connections()], ['/email/verify', 0])
  const delays: number[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await foyer.jobs.runDue()
    await foyer.jobs.runDue()
    assert.equal(connections(), attempt)
    const [job] = await queuedJobs(foyer)
    if (!job) break
    const wait = job.run_at - foyer.clock.now()
    delays.push(wait)
    foyer.clock.advance(wait)
  }

  assert.deepEqual(await queuedJobs(foyer), [])
  assert.equal(delays.length, 4)
  assert.ok(delays.every((wait, at) => wait >= minutes * 3 ** at))
  // The server that accepted it but lost the response got it twice, with the same Message-ID.
  assert.equal(accepted.length, 2)
  assert.equal(messageId(accepted[0] ?? ''), messageId(accepted[1] ?? ''))
  assert.ok(messageId(accepted[0] ?? ''))
})

test('requests that send mail are not delayed by a silent mail server (MAIL-02)', async (t) => {
  const { url, sockets, connections } = await startFlakySmtpServer(t, ['silent', 'silent'])
  const foyer = await createTestApp(t, { MAIL_URL: url })
  const register = (email: string) =>
    foyer.browser().visit('register.store', { ...ada, email, terms: true })
  await register('one@example.com')
  await register('two@example.com')
  const sending = foyer.jobs.runDue()
  let isOver = false
  void sending.then(() => (isOver = true))

  const response = await register('three@example.com')

  assert.equal(response.location, '/email/verify')
  assert.deepEqual([isOver, (await queuedJobs(foyer)).length], [false, 3])
  while (connections() < 2) await new Promise(setImmediate)
  sockets.forEach((socket) => socket.destroy())
  await sending
  assert.equal((await queuedJobs(foyer)).length, 2)
})
