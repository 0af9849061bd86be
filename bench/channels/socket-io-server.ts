/** The same fan-out with Socket.IO, set up as its own page about memory advises. */
import { createServer } from 'node:http'

import { Server } from 'socket.io'

import { room } from './room.ts'
import { serve } from './serve.ts'

const server = createServer()
const io = new Server(server, { transports: ['websocket'], serveClient: false })
io.engine.on('connection', (socket) => {
  socket.request = null
})
io.on('connection', (socket) => socket.join(room))

serve(server, (event) => io.to(room).emit('event', event))
