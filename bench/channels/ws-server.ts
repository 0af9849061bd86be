/** The same fan-out with `ws` alone: each event is serialized once and sent to every socket. */
import { createServer } from 'node:http'

import { WebSocketServer } from 'ws'

import { runMeasuredServer } from './measured-server.ts'

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => socket.send('welcome'))

runMeasuredServer(server, (event) => {
  const bytes = Buffer.from(JSON.stringify({ event: 'event', data: event }))
  for (const socket of sockets.clients) socket.send(bytes, { binary: false })
})
