import { createServer } from 'node:net'

/** A port that was free a moment ago, for a server whose origin must be known before it listens. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    server.close(() => (port ? resolve(port) : reject(new Error('No free port'))))
  })
  return promise
}
