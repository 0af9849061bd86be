/** Clients that connect, sign in, subscribe to each kind of channel and disconnect, cleanly or abruptly. */
import { once } from 'node:events'

import { WebSocket } from 'ws'

import { handshakes } from './handshakes.ts'
import { signAuthorization } from './shared-channel.ts'
import { handleCommands } from './worker-process.ts'

const concurrency = 50
const userCount = 500

const url = `ws://127.0.0.1:${process.env['PORT']}${handshakes['foyer']?.path}`
let started = 0

handleCommands({
  async churn(times) {
    const end = started + times
    const workers = Array.from({ length: concurrency }, async () => {
      while (started < end) await connectAndLeave(started++)
    })
    await Promise.all(workers)
  },
})

async function connectAndLeave(index: number): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const [welcome] = await once(socket, 'message')
  const { socket_id } = JSON.parse(JSON.parse(welcome.toString()).data)
  const requests = clientRequests(index, socket_id)
  for (const request of requests) socket.send(JSON.stringify(request))
  let acknowledged = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.on('error', reject)
  socket.on('message', (message) => {
    if (/succeeded|signin_success/.test(message.toString()) && ++acknowledged === requests.length)
      resolve()
  })
  await promise
  const closed = once(socket, 'close')
  if (index % 2) socket.close()
  else socket.terminate()
  await closed
}

function clientRequests(index: number, socket: string): object[] {
  const user_id = String(index % userCount)
  const user_data = JSON.stringify({ id: user_id, watchlist: [String((index + 1) % userCount)] })
  const member = JSON.stringify({ user_id })
  const subscribe = (channel: string, channel_data?: string) => ({
    event: 'pusher:subscribe',
    data: {
      channel,
      channel_data,
      auth: signAuthorization(socket, channel, ...(channel_data ? [channel_data] : [])),
    },
  })
  return [
    {
      event: 'pusher:signin',
      data: { user_data, auth: signAuthorization(socket, '', 'user', '', user_data) },
    },
    subscribe(`public-${index}`),
    subscribe(`private-${index}`),
    subscribe(`presence-${index % 100}`, member),
    subscribe('cache-all'),
  ]
}
