import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One address before several servers: requests and sockets go to them in turn, past those that are not there. */
export interface Front {
  origin: string
  port: number
  /** Servers behind it, by their ports. */
  behind: number[]
}

export async function front(t: { after(end: () => void): void }): Promise<Front> {
  const behind: number[] = []
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const inTurn = behind.map((_, at) => behind[(turn + at) % behind.length] ?? 0)
    turn++
    for (const port of inTurn) if (await passed(request, response, { body, port })) return
    response.writeHead(502).end()
  })
  let sockets = 0
  server.on('upgrade', (request, wire: Socket) => {
    const inTurn = behind.map((_, at) => behind[(sockets + at) % behind.length] ?? 0)
    sockets++
    open.add(wire.on('error', () => {}))
    joined(request, wire, inTurn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
    for (const wire of open) wire.destroy()
  })
  const port = portOf(server.address())
  return { origin: `http://localhost:${port}`, port, behind }
}

/** @returns whether the server was there */
async function passed(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { body, port }: { body: Buffer; port: number },
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const asked = ask(
    { host: '127.0.0.1', port, method, path: url, headers, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      resolve(true)
    },
  )
  asked.on('error', () => resolve(false))
  asked.end(body)
  return promise
}

function joined(request: IncomingMessage, wire: Socket, [port, ...others]: number[]): void {
  if (port === undefined) return void wire.destroy()
  const server = connect({ port, host: '127.0.0.1' }, () => {
    const { method, url, rawHeaders } = request
    const lines = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
    )
    server.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    server.pipe(wire).pipe(server)
    server.once('close', () => wire.destroy())
    wire.once('close', () => server.destroy())
  })
  server.once('error', () => server.readyState !== 'open' && joined(request, wire, others))
}

export async function freePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const port = portOf(probe.address())
  probe.close()
  await once(probe, 'close')
  return port
}

function portOf(address: ReturnType<ReturnType<typeof createTcpServer>['address']>): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
