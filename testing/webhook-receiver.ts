import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

import { Webhook } from 'standardwebhooks'

import { createCli } from './cli.ts'
import { buildTestApp, type TestApp } from './test-app.ts'
import type { Owner } from './test-database.ts'

interface ReceivedMessage {
  id: string
  type: string
  data: Record<string, unknown>
  body: string
  headers: IncomingHttpHeaders
}

export interface Receiver {
  url: string
  messages: ReceivedMessage[]
  /** The status of the next responses; null never responds. */
  status: number | null
  /** The Location header of the next responses. */
  location: string | undefined
  /** Ends every open request without a response. */
  disconnect(): void
}

/** A receiver on this machine that takes every message. */
export async function startReceiver(t: Owner): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    messages: [],
    status: 204,
    location: undefined,
    disconnect() {},
  }
  const server = createServer(async (request, response) => {
    const { headers } = request
    const body = await text(request)
    const { type = '', data = {} } = body === '' ? {} : JSON.parse(body)
    receiver.messages.push({ id: String(headers['webhook-id']), type, data, body, headers })
    if (receiver.location !== undefined) response.setHeader('location', receiver.location)
    if (receiver.status !== null) response.writeHead(receiver.status).end()
  })
  receiver.disconnect = () => server.closeAllConnections()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
  return receiver
}

/** An app that may send to this machine. */
export function appWithWebhooks(t: Owner): Promise<TestApp> {
  return buildTestApp(t, { WEBHOOKS_ALLOW_PRIVATE: '1' })
}

/** @returns the id and secret of a new endpoint */
export async function createEndpointFor(
  foyer: TestApp,
  receiver: Receiver,
  ...options: string[]
): Promise<{ id: string; secret: string }> {
  const { json, out } = await createCli(foyer)('webhook:create', receiver.url, ...options, '--json')
  const { id, secret } = json
  if (typeof id !== 'string' || typeof secret !== 'string') throw new Error(out)
  return { id, secret }
}

/** Whether the published library accepts the message. */
export function isGenuine({ body, headers }: ReceivedMessage, secret: string): boolean {
  const signed = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }
  try {
    new Webhook(secret).verify(body, signed)
    return true
  } catch {
    return false
  }
}
