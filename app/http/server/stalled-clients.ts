import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { App } from './app.ts'

/** Node gives a client that reads slowly about twice this time. */
export const readTimeoutMs = 8000

/** Closes connections of clients that stop reading. A client still waiting for us is never cut off. */
export function closeStalledClients({ server }: Pick<App, 'server'>): void {
  const latestResponse = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => latestResponse.set(socket, response))
  server.setTimeout(readTimeoutMs, (socket) => {
    const isAwaitingResponse = latestResponse.get(socket)?.closed === false
    if (socket.writableLength > 0 || !isAwaitingResponse) socket.destroy()
  })
}
