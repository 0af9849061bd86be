import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { App } from './app-type.ts'
import { slowReaderTimeoutMs } from './request-limits.ts'

/** Closes connections of clients that stop reading. A client still waiting for us is never cut off. */
export function closeSlowReaders({ server }: Pick<App, 'server'>): void {
  const latestResponse = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => latestResponse.set(socket, response))
  server.setTimeout(slowReaderTimeoutMs, (socket) => {
    const isAwaitingResponse = latestResponse.get(socket)?.closed === false
    if (socket.writableLength > 0 || !isAwaitingResponse) socket.destroy()
  })
}
