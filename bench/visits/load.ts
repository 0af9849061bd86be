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
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (left-- > 0) await send(load, agent)
    }),
  )
  agent.destroy()
  process.send?.({ seconds: (performance.now() - startedAt) / 1000 })
})

function send({ port, path, headers }: Load, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
    response.on('end', resolve).on('error', reject).resume()
  })
  sent.on('error', reject).end()
  return promise
}
