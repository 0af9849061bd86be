import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { App } from '#app/http/app.ts'

/** Node gives who reads a little twice this long. */
const patienceMs = 8000

/** Cuts off who asks and does not read the answer. Who waits for an answer of ours waits as long as that takes. */
export function slowReaders({ server }: Pick<App, 'server'>): void {
  const latest = new WeakMap<Socket, ServerResponse>()
  server.on('request', ({ socket }, response) => latest.set(socket, response))
  server.setTimeout(patienceMs, (socket) => {
    const isWaiting = latest.get(socket)?.closed === false
    if (socket.writableLength > 0 || !isWaiting) socket.destroy()
  })
}
