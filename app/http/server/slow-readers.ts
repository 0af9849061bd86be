import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { App } from './app-type.ts'
import { slowReaderTimeoutMs, slowReadLimits } from './request-limits.ts'

interface Reader {
  response: ServerResponse
  /** When it had read everything for the last time, and the bytes written to it by then. */
  since: number
  bytesBefore: number
}

/** Closes connections of clients that stop reading, or read too slowly. A client still waiting for us is never cut off. */
export function closeSlowReaders(
  app: Pick<App, 'server' | 'addHook'>,
  { graceMs, bytesPerSecond, checkMs } = slowReadLimits,
): void {
  const { server } = app
  const readers = new Map<Socket, Reader>()
  server.on('request', ({ socket }, response) => {
    const reader = readers.get(socket)
    if (!reader) socket.once('close', () => readers.delete(socket))
    // With pipelined requests, the responses so far may be unread.
    if (reader && socket.writableLength > 0) reader.response = response
    else
      readers.set(socket, { response, since: performance.now(), bytesBefore: socket.bytesWritten })
  })
  server.setTimeout(slowReaderTimeoutMs, (socket) => {
    const isAwaitingResponse = readers.get(socket)?.response.closed === false
    if (socket.writableLength > 0 || !isAwaitingResponse) socket.destroy()
  })
  const timer = setInterval(() => {
    for (const [socket, { since, bytesBefore }] of readers) {
      const allowedMs = graceMs + ((socket.bytesWritten - bytesBefore) / bytesPerSecond) * 1000
      if (socket.writableLength > 0 && performance.now() - since > allowedMs) socket.destroy()
    }
  }, checkMs).unref()
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer)
    done()
  })
}
