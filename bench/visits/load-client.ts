/** A client process that sends a fixed number of requests over a few kept-alive connections. */
import { Agent, request } from 'node:http'

export interface LoadRequest {
  port: number
  path: string
  headers: Record<string, string>
  requests: number
  connections: number
}

process.on('message', async (load: LoadRequest) => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  let remaining = load.requests
  const startedAt = performance.now()
  const stopBusyLoop = startBusyLoop()
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (remaining-- > 0) await send(load, agent)
    }),
  )
  stopBusyLoop()
  agent.destroy()
  process.send?.({ seconds: (performance.now() - startedAt) / 1000 })
})

/** Keeps this process awake: waking it on a virtual machine costs a slower server as much as a bare response. */
function startBusyLoop(): () => void {
  let isAwake = true
  const spin = () => void (isAwake && setImmediate(spin))
  spin()
  return () => void (isAwake = false)
}

function send({ port, path, headers }: LoadRequest, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const clientRequest = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
    response.on('end', resolve).on('error', reject).resume()
  })
  clientRequest.on('error', reject).end()
  return promise
}
