import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { jobRunner } from '#app/platform/jobs/job-runner.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { minutes, TestClock } from '#testing/test-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'

import { mailJob, type QueuedMail } from './mail.job.ts'
import { createMailer } from './mailer.ts'
import { sendMail } from './send-mail.ts'
import { type SmtpTimeouts, smtpMailer } from './smtp-mailer.ts'

const mailFrom = { name: 'Foyer', address: 'no-reply@example.com' }
const letter = { subject: 'Grüße 👋', html: '<p>Hello Ada</p>', text: 'Hello Ada' }
const toAda: QueuedMail = {
  to: { name: 'Ada', address: 'ada@example.net' },
  letter,
  at: Date.UTC(2026, 10, 21),
}

test('a mail arrives whole: both parts, one recipient, marked as automatic', async (t) => {
  const { url, received } = await startSmtpServer(t)
  const id = newId()

  await createMailer({ mailUrl: url, mailFrom }).send(id, toAda)

  const [{ recipients, mail } = nothingReceived] = received
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  assert.deepEqual(recipients, ['ada@example.net'])
  assert.equal(mail?.subject, 'Grüße 👋')
  assert.equal(mail?.text?.trim(), 'Hello Ada')
  assert.equal(mail?.html?.trim(), '<p>Hello Ada</p>')
  assert.deepEqual(mail?.from, mailFrom)
  assert.equal(header('auto-submitted'), 'auto-generated')
  assert.equal(mail?.messageId, `<${id}@example.com>`)
})

test('no name and no subject can add a header or a recipient', async (t) => {
  const { url, received } = await startSmtpServer(t)
  const evil = 'Ada\r\nBcc: eve@example.com\r\n\r\n<h1>hi</h1>, eve@example.com <eve@example.com>'

  await createMailer({ mailUrl: url, mailFrom }).send(newId(), {
    ...toAda,
    to: { name: evil, address: 'ada@example.net' },
    letter: { ...letter, subject: evil },
  })

  const [{ recipients, mail } = nothingReceived] = received
  assert.deepEqual(recipients, ['ada@example.net'])
  assert.equal(mail?.bcc, undefined)
  assert.equal(mail?.to?.length, 1)
  assert.equal(mail?.text?.trim(), 'Hello Ada')
})

test('no address can become two', async (t) => {
  const { url, received } = await startSmtpServer(t)
  const address = 'ada@example.net>, <eve@example.com'
  const { send } = createMailer({ mailUrl: url, mailFrom })

  await send(newId(), { ...toAda, to: { name: 'Ada', address } }).catch(() => {})
  await send(newId(), toAda)

  const all = received.flatMap(({ recipients }) => recipients)
  assert.ok(all.includes('ada@example.net'))
  assert.ok(!all.includes('eve@example.com'))
})

test('mail leaves this machine encrypted or not at all, unless the operator says so (12.3.1)', async (t) => {
  const { url, received } = await startSmtpServer(t)
  // Reaches the same server, by an address that could be anyone's.
  const elsewhere = url.replace('127.0.0.1', '0.0.0.0')
  const send = (mailUrl: string) => createMailer({ mailUrl, mailFrom }).send(newId(), toAda)

  await assert.rejects(send(elsewhere), { name: 'JobError' })
  assert.deepEqual(received, [])

  await send(`${elsewhere}?requireTLS=false`)
  assert.equal(received.length, 1)
})

test('a refused recipient is final, and the reason does not name them', async (t) => {
  const { url } = await startSmtpServer(t, {
    onRcptTo: ({ address }, _session, done) => done(smtpError(550, `no ${address} here`)),
  })

  await assert.rejects(createMailer({ mailUrl: url, mailFrom }).send(newId(), toAda), {
    name: 'JobError',
    message: 'The mail server answered 550 to RCPT TO.',
    isFinal: true,
  })
})

test('a server that cannot now is asked again, and the mail arrives once', async (t) => {
  let asked = 0
  const { url, received } = await startSmtpServer(t, {
    onMailFrom: (_address, _session, done) => done(++asked === 1 ? smtpError(421, 'later') : null),
  })
  const { post, runner, clock, waiting } = await setUpMailQueue(t, url)
  await post()

  await runner.runDue()
  assert.deepEqual(await waiting(), ['The mail server answered 421 to MAIL FROM.'])
  clock.advance(2 * minutes)
  await runner.runDue()

  assert.deepEqual(await waiting(), [])
  assert.equal(received.length, 1)
})

test('a server that is not there is a reason to try again later', async (t) => {
  const { url, close } = await startSmtpServer(t)
  await close()
  const { post, runner, waiting } = await setUpMailQueue(t, url)
  await post()

  await runner.runDue()

  assert.match((await waiting())[0] ?? '', /^The mail could not be handed over \(E\w+\)\.$/)
})

test('a connection that drops after the mail is not taken for success', async (t) => {
  const url = await startRawServer(t, (socket) => {
    socket.write('220 hello\r\n')
    let said = ''
    socket.on('data', (data) => {
      said += String(data)
      if (said.endsWith('\r\n.\r\n')) socket.destroy()
      else if (said.endsWith('DATA\r\n')) socket.write('354 go on\r\n')
      else if (!said.includes('DATA\r\n')) socket.write('250 fine\r\n')
    })
  })

  await assert.rejects(smtpMailer(url, mailFrom).send(newId(), toAda), {
    name: 'JobError',
    isFinal: false,
  })
})

test('a server that never speaks is left after a while', async (t) => {
  const url = await startRawServer(t, () => {})

  await assert.rejects(
    mailerWithTimeouts(url, { stepTimeoutMs: 100 }).send(newId(), toAda),
    /handed over/,
  )
})

test('a server that speaks a little for ever is left too', async (t) => {
  const url = await startRawServer(t, (socket) => {
    socket.write('220 hello\r\n')
    const drip = setInterval(() => socket.write('250-still thinking\r\n'), 50)
    socket.on('close', () => clearInterval(drip)).on('error', () => {})
  })

  await assert.rejects(
    mailerWithTimeouts(url, { stepTimeoutMs: 1000, mailTimeoutMs: 300 }).send(newId(), toAda),
  )
})

test('a slow server holds up neither the one who asked nor another mail', async (t) => {
  let first = true
  const held = Promise.withResolvers<void>()
  const { url, received } = await startSmtpServer(t, {
    async onMailFrom(_address, _session, done) {
      const isFirst = first
      first = false
      if (isFirst) await held.promise
      done()
    },
  })
  const { post, runner } = await setUpMailQueue(t, url)
  await post()
  await post()

  const all = runner.runDue()
  while (received.length === 0) await wait(10)
  held.resolve()
  await all

  assert.equal(received.length, 2)
})

const nothingReceived = { recipients: [], mail: undefined }

interface Received {
  recipients: string[]
  mail: Awaited<ReturnType<typeof PostalMime.parse>> | undefined
}

async function startSmtpServer(t: TestContext, options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, { envelope }, done) {
      const chunks = await Array.fromAsync(stream)
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      received.push({ recipients: envelope.rcptTo.map(({ address }) => address), mail })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  const net = server.listen(0, '127.0.0.1')
  await once(net, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  t.after(close)
  return { url: smtpUrl(net), received, close }
}

async function startRawServer(t: TestContext, onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onSocket(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  return smtpUrl(server)
}

async function setUpMailQueue(t: TestContext, url: string) {
  const database = await createTestDatabase(t)
  const { db } = database
  const keys = createKeyring({ current: randomBytes(32), previous: [] })
  const clock = new TestClock()
  const noop = () => {}
  const log = { info: noop, warn: noop, error: noop }
  const handlers = { mail: mailJob(createMailer({ mailUrl: url, mailFrom })) }
  return {
    clock,
    runner: jobRunner({ database, keys, clock, log, handlers }),
    post: () => sendMail(db, keys, { to: toAda.to, rendered: letter, now: clock.now() }),
    async waiting() {
      const jobs = await db.selectFrom('jobs').select('last_error').execute()
      return jobs.map(({ last_error }) => last_error)
    },
  }
}

function mailerWithTimeouts(url: string, timeouts: SmtpTimeouts) {
  return smtpMailer(url, mailFrom, timeouts)
}

function smtpUrl(server: Server): string {
  const address = server.address()
  assert.ok(isTcpAddress(address))
  return `smtp://127.0.0.1:${address.port}`
}

function isTcpAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
