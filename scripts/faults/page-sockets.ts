import { once } from 'node:events'

import { WebSocket } from 'ws'

export const pusherKey = 'faults'

/** Turns the channels on. */
export const channels = {
  CHANNELS_APP_ID: '1',
  CHANNELS_KEY: pusherKey,
  CHANNELS_SECRET: 'a secret of the faults',
}

/** Opens a socket with an address of its own, as behind a proxy. */
export function openSocket(origin: string, index: number): WebSocket {
  const headers = { 'x-forwarded-for': clientAddress(index) }
  return new WebSocket(socketAddress(origin), { origin, headers }).on('error', () => {})
}

/** Opens sockets and closes them, one after the other. @returns how many */
export async function churnSockets(origin: string, end: AbortSignal): Promise<number> {
  let opened = 0
  for (; !end.aborted; opened++) {
    const socket = openSocket(origin, opened % 60_000)
    await once(socket, 'message', { signal: AbortSignal.timeout(15_000) })
    socket.close()
    await once(socket, 'close', { signal: AbortSignal.timeout(15_000) })
  }
  return opened
}

export function socketAddress(origin: string): string {
  return `${origin.replace('http', 'ws')}/app/${pusherKey}?protocol=7`
}

export function clientAddress(index: number): string {
  return `10.4.${Math.floor(index / 250)}.${index % 250}`
}
