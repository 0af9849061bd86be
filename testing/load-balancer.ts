import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A round-robin load balancer for HTTP and WebSockets that skips unreachable backends. */
export interface LoadBalancer {
  origin: string
  port: number
  backendPorts: number[]
}

export async function startLoadBalancer(t: {
  after(end: () => void): void
}): Promise<LoadBalancer> {
  const backendPorts: number[] = []
  let nextRequest = 0
  const openSockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const portsInOrder = backendPorts.map(
      (_, index) => backendPorts[(nextRequest + index) % backendPorts.length] ?? 0,
    )
    nextRequest++
    for (const port of portsInOrder)
      if (await forwardRequest(request, response, { body, port })) return
    response.writeHead(502).end()
  })
  let nextSocket = 0
  server.on('upgrade', (request, clientSocket: Socket) => {
    const portsInOrder = backendPorts.map(
      (_, index) => backendPorts[(nextSocket + index) % backendPorts.length] ?? 0,
    )
    nextSocket++
    openSockets.add(clientSocket.on('error', () => {}))
    forwardUpgrade(request, clientSocket, portsInOrder)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
    for (const clientSocket of openSockets) clientSocket.destroy()
  })
  const port = portOf(server.address())
  return { origin: `http://localhost:${port}`, port, backendPorts }
}

/**
 * Only a backend that refuses the connection is skipped, as HAProxy does: a request that was sent may have been processed.
 *
 * @returns whether the backend was reachable
 */
async function forwardRequest(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { body, port }: { body: Buffer; port: number },
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const upstreamRequest = httpRequest(
    { host: '127.0.0.1', port, method, path: url, headers, agent: false },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.rawHeaders)
      upstreamResponse.on('error', () => response.destroy()).pipe(response)
      resolve(true)
    },
  )
  upstreamRequest.on('error', (error: NodeJS.ErrnoException) => {
    const isUnreachable = error.code === 'ECONNREFUSED'
    if (!isUnreachable) response.destroy()
    resolve(!isUnreachable)
  })
  upstreamRequest.end(body)
  return promise
}

function forwardUpgrade(
  request: IncomingMessage,
  clientSocket: Socket,
  [port, ...otherPorts]: number[],
): void {
  if (port === undefined) return void clientSocket.destroy()
  const backendSocket = connect({ port, host: '127.0.0.1' }, () => {
    const { method, url, rawHeaders } = request
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
    )
    backendSocket.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    backendSocket.pipe(clientSocket).pipe(backendSocket)
    backendSocket.once('close', () => clientSocket.destroy())
    clientSocket.once('close', () => backendSocket.destroy())
  })
  backendSocket.once(
    'error',
    () => backendSocket.readyState !== 'open' && forwardUpgrade(request, clientSocket, otherPorts),
  )
}

function portOf(address: ReturnType<Server['address']>): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
