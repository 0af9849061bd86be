import type { TestContext } from 'node:test'

import { channels, type ChannelsOptions } from '@foyer/channels'
import Fastify, { type FastifyInstance } from 'fastify'
import Pusher from 'pusher'

import { md5, signature } from '#protocol/signatures.ts'

export const app = { id: '7', key: 'app-key', secret: 'app-secret' }

/** Starts a server with all features on a free port; it closes after the test. */
export async function startTestServer(
  t: TestContext,
  options: Partial<ChannelsOptions> = {},
): Promise<TestServer> {
  const server = Fastify({ forceCloseConnections: true })
  await server.register(channels, {
    app,
    api: true,
    clientEvents: true,
    subscriptionCounts: true,
    drainMs: 100,
    closeMs: 200,
    ...options,
    limits: { upgradesPerSecond: 1e6, upgradesPerSecondPerAddress: 1e6, ...options.limits },
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const testServer = new TestServer(server, options)
  t.after(async () => {
    for (const cleanup of testServer.cleanups) cleanup()
    await server.close()
  })
  return testServer
}

export class TestServer {
  readonly server: FastifyInstance
  readonly port: number
  readonly path: string
  readonly sdk: Pusher
  /** Run before the server closes. */
  readonly cleanups: (() => void)[] = []

  constructor(server: FastifyInstance, { path = '' }: Partial<ChannelsOptions>) {
    const address = server.server.address()
    this.server = server
    this.port = typeof address === 'object' ? (address?.port ?? 0) : 0
    this.path = path
    this.sdk = new Pusher({
      appId: app.id,
      key: app.key,
      secret: app.secret,
      host: '127.0.0.1',
      port: String(this.port),
      useTLS: false,
      encryptionMasterKeyBase64: encryptionKey.toString('base64'),
    })
  }

  get channels() {
    return this.server.channels
  }

  async waitForSocketCount(count: number): Promise<void> {
    while (this.channels.metrics.sockets !== count) await new Promise(setImmediate)
  }

  /** A request with a signature made by the test. Omits undefined parameters. */
  async signedRequest(
    method: string,
    path: string,
    body?: unknown,
    signingOptions: SigningOptions = {},
  ): Promise<Response> {
    const text =
      body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const given = {
      auth_key: app.key,
      auth_timestamp: String(Math.floor((performance.timeOrigin + performance.now()) / 1000)),
      auth_version: '1.0',
      ...(text ? { body_md5: md5(Buffer.from(text)) } : {}),
      ...signingOptions.parameters,
    }
    const pairs = Object.entries(given).filter(([, value]) => value !== undefined)
    const query = pairs
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join('&')
    const hex = signature(signingOptions.secret ?? app.secret, `${method}\n${path}\n${query}`)
    const url = `http://127.0.0.1:${this.port}${path}?${query}&auth_signature=${hex}`
    const headers = {
      ...(text ? { 'content-type': 'application/json' } : {}),
      ...signingOptions.headers,
    }
    return fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) })
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}${this.path}/app/${app.key}?protocol=7&client=js&version=8.6.0`
  }
}

/** Overrides for a request signed as the SDK does. */
interface SigningOptions {
  headers?: Record<string, string>
  parameters?: Record<string, string | undefined>
  secret?: string
}

export const encryptionKey = Buffer.alloc(32, 7)
