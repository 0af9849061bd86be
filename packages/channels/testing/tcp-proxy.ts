import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/** A TCP proxy whose connections tests can cut and restore. */
export async function startTcpProxy(target: string, defaultPort: number) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const subscribedSockets = new Set<Socket>()
  let isCut = false
  let ignoresListen = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port || defaultPort), hostname)
    client.on('data', (data) => {
      if (!/subscribe|listen /i.test(String(data))) return
      subscribedSockets.add(upstream)
      if (ignoresListen) upstream.unpipe().pause()
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
  // Unreferenced: it serves its clients to the end without keeping the process alive.
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
    /** Stops notifications without closing the connection. */
    muteNotifications() {
      for (const upstream of subscribedSockets) upstream.unpipe().pause()
    },
    /** New subscriptions get no answer, while it is on. */
    ignoreListen(isOn: boolean) {
      ignoresListen = isOn
    },
    restore() {
      isCut = false
    },
  }
}
