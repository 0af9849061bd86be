/** A client in a process of its own: sends a counted number of requests over a few kept-alive connections. */
import { Agent, request } from 'node:http'

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  requests: number
  connections: number
}

process.on('message', async (load: Load) => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  let left = load.requests
  const startedAt = performance.now()
  const rest = stayAwake()
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (left-- > 0) await send(load, agent)
    }),
  )
  rest()
  agent.destroy()
  process.send?.({ seconds: (performance.now() - startedAt) / 1000 })
})

/**
 * Who sleeps has to be woken, and the server that answers pays for it: on a virtual machine as much as a whole bare answer
 * costs. The bare servers are so quick that this client never came to sleep; waiting for ours it would.
 */
function stayAwake(): () => void {
  let isAwake = true
  const turn = () => void (isAwake && setImmediate(turn))
  turn()
  return () => void (isAwake = false)
}

function send({ port, path, headers }: Load, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
    response.on('end', resolve).on('error', reject).resume()
  })
  sent.on('error', reject).end()
  return promise
}
