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
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { minutes, TestClock } from '#testing/test-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'

import { enqueueMail } from './enqueue-mail.ts'
import { mailJob, type QueuedMail } from './mail.job.ts'
import { createMailer } from './mailer.ts'
import { type SmtpTimeouts, smtpMailer } from './smtp-mailer.ts'

const mailFrom = { name: 'Foyer', address: 'no-reply@example.com' }
const letter = { subject: 'Grüße 👋', html: '<p>Hello Ada</p>', text: 'Hello Ada' }
const toAda: QueuedMail = {
  to: { name: 'Ada', address: 'ada@example.net' },
  letter,
  at: Date.UTC(2026, 10, 21),
}

test('a mail has both parts, one recipient and the auto-submitted header', async (t) => {
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

test('a name or subject cannot inject a header or a recipient', async (t) => {
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

test('an address cannot become two recipients', async (t) => {
  const { url, received } = await startSmtpServer(t)
  const address = 'ada@example.net>, <eve@example.com'
  const { send } = createMailer({ mailUrl: url, mailFrom })

  await send(newId(), { ...toAda, to: { name: 'Ada', address } }).catch(() => {})
  await send(newId(), toAda)

  const all = received.flatMap(({ recipients }) => recipients)
  assert.ok(all.includes('ada@example.net'))
  assert.ok(!all.includes('eve@example.com'))
})

test('a remote server requires TLS unless the operator disables it (12.3.1)', async (t) => {
  const { url, received } = await startSmtpServer(t)
  // The same server at an address that does not count as loopback.
  const remoteUrl = url.replace('127.0.0.1', '0.0.0.0')
  const send = (mailUrl: string) => createMailer({ mailUrl, mailFrom }).send(newId(), toAda)

  await assert.rejects(send(remoteUrl), { name: 'JobError' })
  assert.deepEqual(received, [])

  await send(`${remoteUrl}?requireTLS=false`)
  assert.equal(received.length, 1)
})

test('a rejected recipient is a final error that does not contain the address', async (t) => {
  const { url } = await startSmtpServer(t, {
    onRcptTo: ({ address }, _session, done) => done(smtpError(550, `no ${address} here`)),
  })

  await assert.rejects(createMailer({ mailUrl: url, mailFrom }).send(newId(), toAda), {
    name: 'JobError',
    message: 'The mail server answered 550 to RCPT TO.',
    isFinal: true,
  })
})

test('a temporary rejection is retried, and the mail arrives once', async (t) => {
  let requests = 0
  const { url, received } = await startSmtpServer(t, {
    onMailFrom: (_address, _session, done) =>
      done(++requests === 1 ? smtpError(421, 'later') : null),
  })
  const { enqueueMail, runner, clock, queuedErrors } = await setUpMailQueue(t, url)
  await enqueueMail()

  await runner.runDue()
  assert.deepEqual(await queuedErrors(), ['The mail server answered 421 to MAIL FROM.'])
  clock.advance(2 * minutes)
  await runner.runDue()

  assert.deepEqual(await queuedErrors(), [])
  assert.equal(received.length, 1)
})

test('a mail stays queued while the server is unreachable', async (t) => {
  const { url, close } = await startSmtpServer(t)
  await close()
  const { enqueueMail, runner, queuedErrors } = await setUpMailQueue(t, url)
  await enqueueMail()

  await runner.runDue()

  assert.match((await queuedErrors())[0] ?? '', /^The mail could not be delivered \(E\w+\)\.$/)
})

test('a connection that drops after the mail data counts as a failure', async (t) => {
  const url = await startRawServer(t, (socket) => {
    socket.write('220 hello\r\n')
    let input = ''
    socket.on('data', (data) => {
      input += String(data)
      if (input.endsWith('\r\n.\r\n')) socket.destroy()
      else if (input.endsWith('DATA\r\n')) socket.write('354 go on\r\n')
      else if (!input.includes('DATA\r\n')) socket.write('250 fine\r\n')
    })
  })

  await assert.rejects(smtpMailer(url, mailFrom).send(newId(), toAda), {
    name: 'JobError',
    isFinal: false,
  })
})

test('a silent server times out', async (t) => {
  const url = await startRawServer(t, () => {})

  await assert.rejects(
    mailerWithTimeouts(url, { stepTimeoutMs: 100 }).send(newId(), toAda),
    /could not be delivered/,
  )
})

test('a server that trickles its response times out', async (t) => {
  const url = await startRawServer(t, (socket) => {
    socket.write('220 hello\r\n')
    const drip = setInterval(() => socket.write('250-still thinking\r\n'), 50)
    socket.on('close', () => clearInterval(drip)).on('error', () => {})
  })

  await assert.rejects(
    mailerWithTimeouts(url, { stepTimeoutMs: 1000, mailTimeoutMs: 300 }).send(newId(), toAda),
  )
})

test('a slow delivery does not block another mail', async (t) => {
  let first = true
  const mayContinue = Promise.withResolvers<void>()
  const { url, received } = await startSmtpServer(t, {
    async onMailFrom(_address, _session, done) {
      const isFirst = first
      first = false
      if (isFirst) await mayContinue.promise
      done()
    },
  })
  const { enqueueMail, runner } = await setUpMailQueue(t, url)
  await enqueueMail()
  await enqueueMail()

  const running = runner.runDue()
  while (received.length === 0) await wait(10)
  mayContinue.resolve()
  await running

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
  const handlers = {
    mail: mailJob(createMailer({ mailUrl: url, mailFrom }), memoryRateLimits({ clock })),
  }
  return {
    clock,
    runner: jobRunner({ database, keys, clock, log, handlers }),
    enqueueMail: () => enqueueMail(db, keys, { to: toAda.to, rendered: letter, now: clock.now() }),
    async queuedErrors() {
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
