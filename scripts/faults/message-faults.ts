import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { SMTPServer } from 'smtp-server'

import { freePort } from '#testing/free-port.ts'
import { HttpClient } from '#testing/http-client.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'

/** A killed process keeps its job for a minute, and a failed attempt is repeated after a minute and a quarter at most. */
const maxMailWaitMs = 120_000

/** The subjects of the mails to each address. */
export type Mails = Map<string, string[]>

/** A mail server that keeps the subjects. */
export async function startMailServer({ after }: Pick<TestEnvironment, 'after'>, port: number) {
  const mails: Mails = new Map()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const subject = /^Subject: (.*)$/m.exec(await text(stream))?.[1]?.trim() ?? ''
      for (const { address } of envelope.rcptTo)
        mails.set(address, [...(mails.get(address) ?? []), subject])
      done()
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  after(() => new Promise<void>((done) => server.close(done)))
  return mails
}

/** Requests a reset link for each account of the load, in turn on each server, and returns the slowest answer. */
export async function requestResetLinks({ origins, accounts }: TestEnvironment): Promise<number> {
  const durations = await Promise.all(
    accounts.map(async ({ email }, index) => {
      const client = new HttpClient(origins[index % origins.length] ?? '')
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

/** Whether it is a reset link: the sign-ins of the accounts cause mails, too. */
const isResetLink = (subject: string) => subject.startsWith('Choose a new password')

export async function waitForMails(
  mails: Mails,
  accounts: TestEnvironment['accounts'],
): Promise<void> {
  const deadline = performance.now() + maxMailWaitMs
  const hasLink = ({ email }: { email: string }) => mails.get(email)?.some(isResetLink)
  while (!accounts.every(hasLink)) {
    if (performance.now() > deadline) throw new Error('A confirmed mail was not sent.')
    await sleep(100)
  }
}

function createKilledMailer(): LoadFault {
  let mails: Mails
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
    verify: ({ accounts }) => waitForMails(mails, accounts),
  }
}

function createHangingMailServer(): LoadFault {
  let port: number
  let hanging: Server
  let mails: Mails
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
    verify: ({ accounts }) => waitForMails(mails, accounts),
  }
}

export const messageFaults: LoadFault[] = [createKilledMailer(), createHangingMailServer()]
