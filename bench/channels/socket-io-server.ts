/** The same fan-out with Socket.IO, set up as its documentation on memory usage advises. */
import { createServer } from 'node:http'

import { Server } from 'socket.io'

import { runMeasuredServer } from './measured-server.ts'
import { sharedChannel } from './shared-channel.ts'

const server = createServer()
const io = new Server(server, { transports: ['websocket'], serveClient: false })
io.engine.on('connection', (socket) => {
  socket.request = null
})
io.on('connection', (socket) => socket.join(sharedChannel))

runMeasuredServer(server, (event) => io.to(sharedChannel).emit('event', event))
