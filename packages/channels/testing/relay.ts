import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

/** A line to a server that can be cut and mended. */
export async function relay(target: string, defaultPort: number) {
  const { hostname, port } = new URL(target)
  const ends = new Set<Socket>()
  const newsLines = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port || defaultPort), hostname)
    near.on('data', (said) => {
      if (/subscribe|listen /i.test(String(said))) newsLines.add(far)
    })
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => other.destroy())
      end.pipe(other)
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
    for (const end of ends) end.destroy()
    ends.clear()
  }
  return {
    url: url.href,
    cut() {
      isCut = true
      drop()
    },
    /** What is subscribed to brings nothing any more, and nobody says so. */
    hush() {
      for (const far of newsLines) far.unpipe().pause()
    },
    mend() {
      isCut = false
    },
  }
}
