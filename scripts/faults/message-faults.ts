import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { SMTPServer } from 'smtp-server'
import { WebSocket } from 'ws'

import { HttpClient } from '#testing/http-client.ts'
import { freePort } from '#testing/load-balancer.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'

/** A killed process keeps its job for a minute, and a failed attempt is repeated after a minute and a quarter at most. */
const maxMailWaitMs = 120_000

/** A mail server that counts the mails to each address. */
async function startMailServer({ after }: Pick<TestEnvironment, 'after'>, port: number) {
  const mails = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        for (const { address } of envelope.rcptTo) mails.set(address, (mails.get(address) ?? 0) + 1)
        done()
      })
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  after(() => new Promise<void>((done) => server.close(done)))
  return mails
}

/** Requests a reset link for each account of the load, and returns the slowest answer. */
async function requestResetLinks({ origin, emails }: TestEnvironment): Promise<number> {
  const durations = await Promise.all(
    emails.map(async (email, index) => {
      const client = new HttpClient(origin)
      const headers = { accept: 'application/json', 'x-forwarded-for': `10.3.0.${index}` }
      await client.request('/forgot-password', { headers })
      const startedAt = performance.now()
      const form = { method: 'POST', body: { email }, headers }
      const { status } = await client.request('/forgot-password', form)
      if (status !== 200) throw new Error(`A request for a reset link answered ${status}`)
      return performance.now() - startedAt
    }),
  )
  return Math.max(...durations)
}

async function waitForMails(mails: Map<string, number>, emails: string[]): Promise<void> {
  const deadline = performance.now() + maxMailWaitMs
  while (!emails.every((email) => mails.has(email))) {
    if (performance.now() > deadline) throw new Error('A confirmed mail was not sent.')
    await sleep(100)
  }
}

function createKilledMailer(): LoadFault {
  let mails: Map<string, number>
  return {
    id: 'F03',
    title: 'kill -9 between a commit and its mail',
    async prepare({ after }) {
      const port = await freePort()
      mails = await startMailServer({ after }, port)
      return { MAIL_URL: `smtp://127.0.0.1:${port}` }
    },
    async inject(environment) {
      await requestResetLinks(environment)
      environment.server().child.kill('SIGKILL')
      const killedAt = performance.now()
      await environment.restart()
      return killedAt
    },
    verify: ({ emails }) => waitForMails(mails, emails),
  }
}

function createHangingMailServer(): LoadFault {
  let port: number
  let hanging: Server
  let mails: Map<string, number>
  const sockets = new Set<Socket>()
  return {
    id: 'F14',
    title: 'mail server that accepts and says nothing for 3 s',
    async prepare({ after }) {
      port = await freePort()
      hanging = createServer((socket) => sockets.add(socket.on('error', () => {})))
      hanging.listen(port, '127.0.0.1')
      await once(hanging, 'listening')
      after(() => void hanging.close())
      return { MAIL_URL: `smtp://127.0.0.1:${port}` }
    },
    async inject(environment) {
      const slowestMs = await requestResetLinks(environment)
      if (slowestMs > 3000) throw new Error(`A request waited ${Math.round(slowestMs)} ms`)
      await sleep(3000)
      hanging.close()
      for (const socket of sockets) socket.destroy()
      mails = await startMailServer(environment, port)
    },
    verify: ({ emails }) => waitForMails(mails, emails),
  }
}

const pusherKey = 'faults'
const channels = {
  CHANNELS_APP_ID: '1',
  CHANNELS_KEY: pusherKey,
  CHANNELS_SECRET: 'a secret of the faults',
}

/** Each from an address of its own, as behind a proxy. */
function openSocket(origin: string, index: number): WebSocket {
  const address = `${origin.replace('http', 'ws')}/app/${pusherKey}?protocol=7`
  const headers = { 'x-forwarded-for': clientAddress(index) }
  return new WebSocket(address, { origin, headers }).on('error', () => {})
}

function clientAddress(index: number): string {
  return `10.4.${Math.floor(index / 250)}.${index % 250}`
}

const reconnectingPages: LoadFault = {
  id: 'F35',
  title: 'restart, and 300 pages reconnect at once',
  variables: channels,
  async inject({ server, restart, origin }) {
    server().child.kill('SIGKILL')
    const killedAt = performance.now()
    await restart()
    const sockets = Array.from({ length: 300 }, (_, index) => openSocket(origin, index))
    const signal = AbortSignal.timeout(15_000)
    const greetings = await Promise.allSettled(
      sockets.map((socket) => once(socket, 'message', { signal })),
    )
    sockets.forEach((socket) => socket.terminate())
    const missing = greetings.filter(({ status }) => status === 'rejected').length
    if (missing > 0) throw new Error(`${missing} of 300 pages did not reconnect`)
    return killedAt
  },
}

const malformedFrames: LoadFault = {
  id: 'F26',
  title: '60 sockets that send malformed frames',
  variables: channels,
  async inject({ origin }) {
    const { host, port } = new URL(origin)
    const upgrade = [
      `GET /app/${pusherKey}?protocol=7 HTTP/1.1`,
      `Host: ${host}`,
      `Origin: ${origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ].join('\r\n')
    // A reserved opcode, an unmasked text that is not UTF-8, and a length of more than the limit.
    const frames = ['ff00', '8001ff', '81ff7fffffffffffffff'].map((hex) => Buffer.from(hex, 'hex'))
    for (let index = 0; index < 60; index++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      socket.write(`${upgrade}\r\nX-Forwarded-For: ${clientAddress(index)}\r\n\r\n`)
      const signal = AbortSignal.timeout(5000)
      const [answer] = await once(socket, 'data', { signal })
      if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error('No socket was opened.')
      socket.resume().write(frames[index % frames.length] ?? '')
      await once(socket, 'close', { signal })
    }
  },
}

export const messageFaults: LoadFault[] = [
  createKilledMailer(),
  createHangingMailServer(),
  malformedFrames,
  reconnectingPages,
]
