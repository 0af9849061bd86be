/** Thousands of unmodified clients as pages use them, each on its own private channel. */
import { setTimeout as sleep } from 'node:timers/promises'

import Pusher from 'pusher-js'

import { signAuthorization, credentials } from './shared-channel.ts'
import { handleCommands } from './worker-process.ts'

const batchSize = 20
const pauseMs = 25

const subscribed = new Set<number>()
let total = 0
let allSubscribed = Promise.withResolvers<void>()

handleCommands({
  async open(count) {
    total = count
    for (let page = 0; page < count; page++) {
      if (page % batchSize === 0) await sleep(pauseMs)
      open(page)
    }
  },
  /** Restarts the count of subscriptions. */
  reset() {
    subscribed.clear()
    allSubscribed = Promise.withResolvers()
  },
  allSubscribed: () => allSubscribed.promise,
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
        done(null, { auth: signAuthorization(socketId, channelName) })
      },
    },
  })
  pusher.subscribe(`private-${page}`).bind('pusher:subscription_succeeded', () => {
    subscribed.add(page)
    if (subscribed.size === total) allSubscribed.resolve()
  })
}
