import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadFault } from './fault.ts'
import { percentile, requireWithin } from './measure.ts'

interface SlowClients {
  title: string
  /** The first bytes of each of the 500. */
  firstBytes(origin: string): string | Promise<string>
  /** Sent by each once a second. */
  nextByte?: string
}

function createSlowClients({ title, firstBytes, nextByte = '' }: SlowClients): LoadFault {
  return {
    id: 'F15',
    title: `500 clients that ${title}, for 10 s`,
    allowedErrors: [],
    async inject({ origin, load }) {
      const text = await firstBytes(origin)
      load.takeDurations()
      await sleep(3000)
      const withoutFaultMs = percentile(load.takeDurations(), 0.95)
      const sockets = openConnections(Number(new URL(origin).port), text)
      for (let second = 0; second < 10; second++) {
        for (const socket of sockets) if (nextByte && socket.writable) socket.write(nextByte)
        await sleep(1000)
      }
      const slowMs = percentile(load.takeDurations(), 0.95)
      sockets.forEach((socket) => socket.destroy())
      requireWithin("95 % of the others' requests", slowMs, { limitMs: 200, withoutFaultMs })
    },
  }
}

/** 500 connections that read nothing, as nobody listens to their data. */
function openConnections(port: number, text: string): Socket[] {
  return Array.from({ length: 500 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .on('connect', function (this: Socket) {
        this.write(text)
      }),
  )
}

const unfinishedHeader = 'GET /login HTTP/1.1\r\nHost: '

function unfinishedBody(origin: string): string {
  const type = 'Content-Type: application/csp-report\r\nContent-Length: 1000'
  return `POST /csp-report HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n${type}\r\n\r\n{`
}

/** Requests of the largest script, five at once. */
async function requestsOfScript(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/login`, { headers: { accept: 'text/html' } })).text()
  const scripts = [...new Set(page.match(/\/[\w/.-]+\.js(?=")/g))]
  const sizes = await Promise.all(
    scripts.map(async (path) => (await (await fetch(origin + path)).arrayBuffer()).byteLength),
  )
  const largest = scripts[sizes.indexOf(Math.max(...sizes))]
  if (!largest) throw new Error('The page has no script')
  return `GET ${largest} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`.repeat(5)
}

export const slowClientFaults: LoadFault[] = [
  createSlowClients({
    title: 'send a byte of their header a second',
    firstBytes: () => unfinishedHeader,
    nextByte: 'a',
  }),
  createSlowClients({
    title: 'send a byte of their body a second',
    firstBytes: unfinishedBody,
    nextByte: ' ',
  }),
  createSlowClients({
    title: 'request a script five times and read nothing',
    firstBytes: requestsOfScript,
  }),
]
