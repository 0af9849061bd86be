import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadFault } from './fault.ts'
import { metric } from './measure.ts'
import { channels, clientAddress, openSocket, pusherKey, socketAddress } from './page-sockets.ts'

/** 200 pages in a process that is frozen: their connections stay open, and nothing answers. */
const vanishedPages: LoadFault = {
  id: 'F16',
  title: '200 sockets whose clients vanish',
  variables: channels,
  async inject({ origin, after }) {
    const script = `
      const { WebSocket } = require('ws')
      const [address, origin] = process.argv.slice(1)
      let open = 0
      for (let index = 0; index < 200; index++) {
        const headers = { 'x-forwarded-for': '10.6.0.' + index }
        new WebSocket(address, { origin, headers }).on('message', () => ++open === 200 && console.log('open'))
      }`
    const client = spawn(process.execPath, ['-e', script, socketAddress(origin), origin], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: import.meta.dirname,
    })
    after(() => void client.kill('SIGKILL'))
    await once(client.stdout, 'data', { signal: AbortSignal.timeout(15_000) })
    client.kill('SIGSTOP')
    const open = await metric(origin, 'foyer_sockets')
    if (open !== 200) throw new Error(`${open} of 200 sockets are open`)
    const deadline = performance.now() + 90_000
    while ((await metric(origin, 'foyer_sockets')) > 0) {
      if (performance.now() > deadline) throw new Error('Sockets of vanished clients stay open')
      await sleep(500)
    }
  },
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

export const clientFaults: LoadFault[] = [vanishedPages, malformedFrames, reconnectingPages]
