import { once } from 'node:events'
import type { TestContext } from 'node:test'

import type { Channel, default as PusherClient } from 'pusher-js'

import type { Realtime } from '#app/pages.ts'

import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

// The Node build leaves a 30-second timer behind each socket that the server closes. The worker build uses the global
// WebSocket and only needs `self`.
Object.assign(globalThis, { self: globalThis })
const { default: Pusher } = await import('pusher-js/worker/index.js')

export interface ReceivedEvent {
  name: string
  data: Record<string, unknown>
}

type AuthRequest<Grant> = (form: Record<string, string>) => Promise<{ status: number; body: Grant }>
type AuthorizeChannel = AuthRequest<{ auth: string }>
type AuthenticateUser = AuthRequest<{ auth: string; user_data: string }>

/** A subscribed page, using the unmodified pusher-js client of browsers. */
export class PusherJsClient {
  readonly realtime: Realtime
  readonly pusher: PusherClient
  /** Events received on its channels, without the protocol's own. */
  readonly received: ReceivedEvent[] = []
  readonly closeCodes: number[] = []
  /** True when the server could not replay missed messages, and a page would reload its props. */
  mustReload = false
  readonly #waiters = new Set<() => void>()
  #position: Realtime['position']
  #lastSequence: number

  /** @param authenticateUser  without it, sockets do not sign in, whatever the page's props contain */
  constructor(
    realtime: Realtime,
    authorizeChannel: AuthorizeChannel,
    authenticateUser: AuthenticateUser | null = null,
  ) {
    const { key, port, position, sequence } = realtime
    this.realtime = realtime
    this.#position = position
    this.#lastSequence = sequence ?? 0
    this.pusher = new Pusher(key, {
      cluster: '',
      wsHost: 'localhost',
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws', 'wss'],
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '/broadcasting/auth',
        customHandler: async ({ socketId, channelName }, done) => {
          const form = { socket_id: socketId, channel_name: channelName, ...this.#positionFields() }
          const { status, body } = await authorizeChannel(form)
          done(status === 200 ? null : new Error(String(status)), body)
        },
      },
      userAuthentication: {
        transport: 'ajax',
        endpoint: '/broadcasting/user-auth',
        customHandler: async ({ socketId }, done) => {
          const response = await authenticateUser?.({ socket_id: socketId })
          done(response?.status === 200 ? null : new Error('Refused'), response?.body ?? null)
        },
      },
    })
    if (authenticateUser) this.pusher.signin()
    this.pusher.connection.bind('error', (error: { data?: { code?: number } }) => {
      if (error.data?.code !== undefined) this.closeCodes.push(error.data.code)
      this.#notifyWaiters()
    })
    this.pusher.connection.bind('state_change', () => this.#notifyWaiters())
  }

  async subscribe(name: string): Promise<Channel> {
    const channel = this.pusher.subscribe(name)
    channel.bind_global((event: string, data: Record<string, unknown>) => {
      this.#receive(event, data)
      this.#notifyWaiters()
    })
    const { promise, resolve, reject } = Promise.withResolvers<Channel>()
    channel.bind('pusher:subscription_succeeded', () => resolve(channel))
    channel.bind('pusher:subscription_error', (error: unknown) => reject(error))
    return promise
  }

  /** Waits for an event. @returns its data */
  async nextEvent(name: string): Promise<ReceivedEvent['data']> {
    await this.waitUntil(() => this.received.some((event) => event.name === name))
    const index = this.received.findIndex((event) => event.name === name)
    return this.received.splice(index, 1)[0]?.data ?? {}
  }

  async waitUntil(condition: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const check = () => condition() && resolve()
    this.#waiters.add(check)
    check()
    await promise
    this.#waiters.delete(check)
  }

  /** Waits until the server has closed the connection for good. */
  async waitForDisconnect(): Promise<void> {
    await this.waitUntil(() => this.pusher.connection.state === 'disconnected')
  }

  #receive(name: string, data: ReceivedEvent['data']): void {
    const { epoch, offset, _offset, sequence } = data
    if (data['recovered'] === false) this.mustReload = true
    if (name === 'pusher:subscription_succeeded' && typeof epoch === 'string')
      this.#position = { epoch, offset: String(offset) }
    if (name.startsWith('pusher:') || Number(sequence) <= this.#lastSequence) return
    if (this.#position && _offset !== undefined) this.#position.offset = String(_offset)
    if (sequence !== undefined) this.#lastSequence = Number(sequence)
    this.received.push({ name, data })
  }

  #positionFields(): Record<string, string> {
    return this.#position ? { epoch: this.#position.epoch, offset: this.#position.offset } : {}
  }

  #notifyWaiters(): void {
    for (const check of this.#waiters) check()
  }
}

/** Makes the app listen. @returns the port */
export async function startListening({ app }: TestApp): Promise<number> {
  if (!app.server.listening) {
    app.server.listen(0, '127.0.0.1')
    await once(app.server, 'listening')
    const address = app.server.address()
    // The `Host` header of the clients must match it.
    if (typeof address === 'object' && address) app.config.port = address.port
  }
  return app.config.port
}

async function fetchRealtimeProps(browser: TestBrowser, path = '/user/profile'): Promise<Realtime> {
  const { page } = await browser.visitPath(path)
  return JSON.parse(JSON.stringify(page.props['realtime']))
}

/** Waits until the relay has sent all pending broadcasts. */
export async function waitForOutbox({ db }: TestApp): Promise<void> {
  while (await db.selectFrom('broadcasts').select('id').executeTakeFirst())
    await new Promise(setImmediate)
}

interface ListenOptions {
  path?: string
  /** The channel to join instead of the page's own. */
  channel?: string
  /** Runs after the page was rendered and before it subscribes. */
  beforeConnect?: () => Promise<void>
}

/** Opens a page in this browser and subscribes to its channel, or to another. */
export async function connectPusherJsClient(
  t: TestContext,
  foyer: TestApp,
  browser: TestBrowser,
  { path, channel, beforeConnect }: ListenOptions = {},
): Promise<PusherJsClient> {
  const port = await startListening(foyer)
  const realtime = await fetchRealtimeProps(browser, path)
  await beforeConnect?.()
  const client = new PusherJsClient({ ...realtime, port }, async (body) => {
    const response = await browser.json('/broadcasting/auth', { method: 'POST', body })
    return { status: response.status, body: response.raw.json() }
  })
  t.after(() => client.pusher.disconnect())
  await client.subscribe(channel ?? realtime.channel ?? '')
  return client
}
