import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/** A line to a server that can be cut and mended. */
export async function startTcpProxy(target: string, defaultPort: number) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const subscribedSockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port || defaultPort), hostname)
    client.on('data', (data) => {
      if (/subscribe|listen /i.test(String(data))) subscribedSockets.add(upstream)
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  // It stays until whoever uses it has gone, and keeps nobody waiting.
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : 0)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    cut() {
      isCut = true
      drop()
    },
    /** What is subscribed to brings nothing any more, and nobody says so. */
    muteNotifications() {
      for (const upstream of subscribedSockets) upstream.unpipe().pause()
    },
    restore() {
      isCut = false
    },
  }
}
