/** Thousands of unmodified clients as pages use them, each on a channel of its own that is authorized. */
import { setTimeout as sleep } from 'node:timers/promises'

import Pusher from 'pusher-js'

import { play } from './actor.ts'
import { authorization, credentials } from './room.ts'

const atOnce = 20
const pauseMs = 25

const listening = new Set<number>()
let all = 0
let everybody = Promise.withResolvers<void>()

play({
  async open(count) {
    all = count
    for (let page = 0; page < count; page++) {
      if (page % atOnce === 0) await sleep(pauseMs)
      open(page)
    }
  },
  /** From now on, who listened before counts no more. */
  forget() {
    listening.clear()
    everybody = Promise.withResolvers()
  },
  everybody: () => everybody.promise,
})

function open(page: number): void {
  const pusher = new Pusher(credentials.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: Number(process.env['PORT']),
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler({ socketId, channelName }, done) {
        done(null, { auth: authorization(socketId, channelName) })
      },
    },
  })
  pusher.subscribe(`private-${page}`).bind('pusher:subscription_succeeded', () => {
    listening.add(page)
    if (listening.size === all) everybody.resolve()
  })
}
