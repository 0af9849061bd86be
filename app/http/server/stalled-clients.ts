import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { App } from './app.ts'

/** Node gives who reads a little twice this long. */
const readTimeoutMs = 8000

/** Cuts off who asks and does not read the answer. Who waits for an answer of ours waits as long as that takes. */
export function closeStalledClients({ server }: Pick<App, 'server'>): void {
  const latestResponse = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => latestResponse.set(socket, response))
  server.setTimeout(readTimeoutMs, (socket) => {
    const isAwaitingResponse = latestResponse.get(socket)?.closed === false
    if (socket.writableLength > 0 || !isAwaitingResponse) socket.destroy()
  })
}
