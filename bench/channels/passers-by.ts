/** Sockets that come, sign in, listen to channels of each kind, and go again, politely or not. */
import { once } from 'node:events'

import { WebSocket } from 'ws'

import { play } from './actor.ts'
import { greetings } from './greetings.ts'
import { authorization } from './room.ts'

const atOnce = 50
const people = 500

const url = `ws://127.0.0.1:${process.env['PORT']}${greetings['foyer']?.path}`
let come = 0

play({
  async pass(times) {
    const last = come + times
    const lanes = Array.from({ length: atOnce }, async () => {
      while (come < last) await passBy(come++)
    })
    await Promise.all(lanes)
  },
})

async function passBy(turn: number): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const [welcome] = await once(socket, 'message')
  const { socket_id } = JSON.parse(JSON.parse(welcome.toString()).data)
  const wishes = wishesOf(turn, socket_id)
  for (const wish of wishes) socket.send(JSON.stringify(wish))
  let granted = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.on('error', reject)
  socket.on('message', (heard) => {
    if (/succeeded|signin_success/.test(heard.toString()) && ++granted === wishes.length) resolve()
  })
  await promise
  const gone = once(socket, 'close')
  if (turn % 2) socket.close()
  else socket.terminate()
  await gone
}

function wishesOf(turn: number, socket: string): object[] {
  const user_id = String(turn % people)
  const user_data = JSON.stringify({ id: user_id, watchlist: [String((turn + 1) % people)] })
  const member = JSON.stringify({ user_id })
  const subscribe = (channel: string, channel_data?: string) => ({
    event: 'pusher:subscribe',
    data: {
      channel,
      channel_data,
      auth: authorization(socket, channel, ...(channel_data ? [channel_data] : [])),
    },
  })
  return [
    {
      event: 'pusher:signin',
      data: { user_data, auth: authorization(socket, '', 'user', '', user_data) },
    },
    subscribe(`public-${turn}`),
    subscribe(`private-${turn}`),
    subscribe(`presence-${turn % 100}`, member),
    subscribe('cache-all'),
  ]
}
