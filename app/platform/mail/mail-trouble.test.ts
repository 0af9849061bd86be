import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'

import { ada } from '#testing/people.ts'
import { type Product, product } from '#testing/product.ts'
import { minutes } from '#testing/test-clock.ts'

type Manner =
  | 'refuses'
  | 'is busy'
  | 'breaks off'
  | 'loses the answer'
  | 'says nothing'
  | 'takes it'

/** A mail server with bad days: what it does with each connection, in turn, and the mails it took. */
async function moodyPostOffice(t: TestContext, manners: Manner[]) {
  const taken: string[] = []
  const sockets = new Set<Socket>()
  let visits = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    visits++
    converse(socket, manners.shift() ?? 'takes it', taken)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { taken, visits: () => visits, sockets, url: `smtp://127.0.0.1:${port}` }
}

function converse(socket: Socket, manner: Manner, taken: string[]): void {
  if (manner === 'refuses') return void socket.end('554 go away\r\n')
  if (manner === 'says nothing') return
  socket.write('220 hello\r\n')
  let said = ''
  socket.on('data', (data) => {
    said += String(data)
    const isLetter = said.includes('DATA\r\n')
    if (manner === 'is busy' && /MAIL FROM/.test(said)) return socket.end('451 later\r\n')
    if (manner === 'breaks off' && /DATA\r\n[^]+/.test(said)) return socket.destroy()
    if (said.endsWith('\r\n.\r\n')) {
      taken.push(said)
      return manner === 'loses the answer' ? socket.destroy() : socket.write('250 taken\r\n')
    }
    if (said.endsWith('QUIT\r\n')) return socket.end('221 bye\r\n')
    if (said.endsWith('DATA\r\n')) return socket.write('354 go on\r\n')
    return isLetter || socket.write('250 fine\r\n')
  })
}

const messageId = (mail: string) => /^message-id: (.+)$/im.exec(mail)?.[1]?.trim()

async function waiting({ db }: Product) {
  return db.selectFrom('jobs').select(['attempts', 'run_at', 'dead_at']).execute()
}

test('a mail is tried again, each time later, until a server that was busy, refused, broke off or lost its answer takes it (MAIL-02)', async (t) => {
  const manners: Manner[] = ['is busy', 'refuses', 'breaks off', 'loses the answer', 'takes it']
  const { url, taken, visits } = await moodyPostOffice(t, manners)
  const foyer = await product(t, { MAIL_URL: url })

  const answer = await foyer.browser().visit('register.store', { ...ada, terms: true })
  assert.deepEqual([answer.to, visits()], ['/email/verify', 0])
  const waits: number[] = []
  for (let tries = 1; tries <= 5; tries++) {
    await foyer.jobs.runDue()
    await foyer.jobs.runDue()
    assert.equal(visits(), tries)
    const [job] = await waiting(foyer)
    if (!job) break
    const wait = job.run_at - foyer.clock.now()
    waits.push(wait)
    foyer.clock.advance(wait)
  }

  assert.deepEqual(await waiting(foyer), [])
  assert.equal(waits.length, 4)
  assert.ok(waits.every((wait, at) => wait >= minutes * 3 ** at))
  // Only who took it and did not say so got it twice, and can tell.
  assert.equal(taken.length, 2)
  assert.equal(messageId(taken[0] ?? ''), messageId(taken[1] ?? ''))
  assert.ok(messageId(taken[0] ?? ''))
})

test('while a mail server says nothing, whoever causes mail is answered at once (MAIL-02)', async (t) => {
  const { url, sockets, visits } = await moodyPostOffice(t, ['says nothing', 'says nothing'])
  const foyer = await product(t, { MAIL_URL: url })
  const register = (email: string) =>
    foyer.browser().visit('register.store', { ...ada, email, terms: true })
  await register('one@example.com')
  await register('two@example.com')
  const sending = foyer.jobs.runDue()
  let isOver = false
  void sending.then(() => (isOver = true))

  const answer = await register('three@example.com')

  assert.equal(answer.to, '/email/verify')
  assert.deepEqual([isOver, (await waiting(foyer)).length], [false, 3])
  while (visits() < 2) await new Promise(setImmediate)
  sockets.forEach((socket) => socket.destroy())
  await sending
  assert.equal((await waiting(foyer)).length, 2)
})
