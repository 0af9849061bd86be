import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'

import { ada } from '#testing/people.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

type Behavior =
  | 'refuses'
  | 'is busy'
  | 'breaks off'
  | 'loses the answer'
  | 'says nothing'
  | 'takes it'

/** A mail server with bad days: what it does with each connection, in turn, and the mails it took. */
async function startFlakySmtpServer(t: TestContext, behaviors: Behavior[]) {
  const accepted: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    connections++
    respond(socket, behaviors.shift() ?? 'takes it', accepted)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    taken: accepted,
    connections: () => connections,
    sockets,
    url: `smtp://127.0.0.1:${port}`,
  }
}

function respond(socket: Socket, behavior: Behavior, accepted: string[]): void {
  if (behavior === 'refuses') return void socket.end('554 go away\r\n')
  if (behavior === 'says nothing') return
  socket.write('220 hello\r\n')
  let received = ''
  socket.on('data', (data) => {
    received += String(data)
    const isInData = received.includes('DATA\r\n')
    if (behavior === 'is busy' && /MAIL FROM/.test(received)) return socket.end('451 later\r\n')
    if (behavior === 'breaks off' && /DATA\r\n[^]+/.test(received)) return socket.destroy()
    if (received.endsWith('\r\n.\r\n')) {
      accepted.push(received)
      return behavior === 'loses the answer' ? socket.destroy() : socket.write('250 taken\r\n')
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

test('a mail is tried again, each time later, until a server that was busy, refused, broke off or lost its answer takes it (MAIL-02)', async (t) => {
  const behaviors: Behavior[] = ['is busy', 'refuses', 'breaks off', 'loses the answer', 'takes it']
  const { url, taken: accepted, connections } = await startFlakySmtpServer(t, behaviors)
  const foyer = await createTestApp(t, { MAIL_URL: url })

  const answer = await foyer.browser().visit('register.store', { ...ada, terms: true })
  assert.deepEqual([answer.location, connections()], ['/email/verify', 0])
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
  // Only who took it and did not say so got it twice, and can tell.
  assert.equal(accepted.length, 2)
  assert.equal(messageId(accepted[0] ?? ''), messageId(accepted[1] ?? ''))
  assert.ok(messageId(accepted[0] ?? ''))
})

test('while a mail server says nothing, whoever causes mail is answered at once (MAIL-02)', async (t) => {
  const { url, sockets, connections } = await startFlakySmtpServer(t, [
    'says nothing',
    'says nothing',
  ])
  const foyer = await createTestApp(t, { MAIL_URL: url })
  const register = (email: string) =>
    foyer.browser().visit('register.store', { ...ada, email, terms: true })
  await register('one@example.com')
  await register('two@example.com')
  const sending = foyer.jobs.runDue()
  let isOver = false
  void sending.then(() => (isOver = true))

  const answer = await register('three@example.com')

  assert.equal(answer.location, '/email/verify')
  assert.deepEqual([isOver, (await queuedJobs(foyer)).length], [false, 3])
  while (connections() < 2) await new Promise(setImmediate)
  sockets.forEach((socket) => socket.destroy())
  await sending
  assert.equal((await queuedJobs(foyer)).length, 2)
})
