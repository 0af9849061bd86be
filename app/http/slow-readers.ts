import type { Socket } from 'node:net'

import type { App } from '#app/http/app.ts'

/** Node gives who reads a little twice this long. */
const patienceMs = 8000

/** Cuts off who asks and does not read the answer. Who waits for an answer of ours waits as long as that takes. */
export function slowReaders({ server }: Pick<App, 'server'>): void {
  const waiting = new WeakSet<Socket>()
  server.on('request', ({ socket }, response) => {
    waiting.add(socket)
    response.once('close', () => waiting.delete(socket))
  })
  server.setTimeout(patienceMs, (socket) => {
    if (socket.writableLength > 0 || !waiting.has(socket)) socket.destroy()
  })
}
