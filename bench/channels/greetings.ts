import { credentials, room } from './room.ts'

export interface Greeting {
  path: string
  /** What to say to what is heard, or that one listens now. */
  answer(heard: string): { say: string } | 'listening' | null
}

const subscribe = JSON.stringify({ event: 'pusher:subscribe', data: { channel: room } })

/** How one comes to listen at each server. The client is the same for all: `ws`. */
export const greetings: Record<string, Greeting> = {
  foyer: {
    path: `/app/${credentials.key}?protocol=7`,
    answer(heard) {
      if (heard.includes('connection_established')) return { say: subscribe }
      return heard.includes('subscription_succeeded') ? 'listening' : null
    },
  },
  ws: {
    path: '/',
    answer: (heard) => (heard === 'welcome' ? 'listening' : null),
  },
  'socket-io': {
    path: '/socket.io/?EIO=4&transport=websocket',
    answer(heard) {
      if (heard.startsWith('0')) return { say: '40' }
      if (heard === '2') return { say: '3' }
      return heard.startsWith('40') ? 'listening' : null
    },
  },
}
