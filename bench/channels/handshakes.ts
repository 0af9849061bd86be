import { credentials, sharedChannel } from './shared-channel.ts'

export interface Handshake {
  path: string
  /** Returns the reply to a message, or 'listening' once subscribed. */
  respond(message: string): { send: string } | 'listening' | null
}

const subscribe = JSON.stringify({ event: 'pusher:subscribe', data: { channel: sharedChannel } })

/** How a client subscribes at each server. All use the same client, `ws`. */
export const handshakes: Record<string, Handshake> = {
  foyer: {
    path: `/app/${credentials.key}?protocol=7`,
    respond(message) {
      if (message.includes('connection_established')) return { send: subscribe }
      return message.includes('subscription_succeeded') ? 'listening' : null
    },
  },
  ws: {
    path: '/',
    respond: (message) => (message === 'welcome' ? 'listening' : null),
  },
  'socket-io': {
    path: '/socket.io/?EIO=4&transport=websocket',
    respond(message) {
      if (message.startsWith('0')) return { send: '40' }
      if (message === '2') return { send: '3' }
      return message.startsWith('40') ? 'listening' : null
    },
  },
}
