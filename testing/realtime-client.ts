import { once } from 'node:events'
import type { TestContext } from 'node:test'

import type { Channel, default as PusherClient } from 'pusher-js'

import type { Realtime } from '#app/pages.ts'

import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

// The one for Node leaves a timer of half a minute behind each socket that the server closes; this one stands on the
// WebSocket that browsers have, and only wants to know the global object by the name it has in a worker.
Object.assign(globalThis, { self: globalThis })
const { default: Pusher } = await import('pusher-js/worker/index.js')

export interface ReceivedEvent {
  name: string
  data: Record<string, unknown>
}

type AuthRequest<Grant> = (form: Record<string, string>) => Promise<{ status: number; body: Grant }>
type AuthorizeChannel = AuthRequest<{ auth: string }>
type AuthenticateUser = AuthRequest<{ auth: string; user_data: string }>

/** A page that listens, with the client that browsers load, unmodified. */
export class RealtimeClient {
  readonly realtime: Realtime
  readonly pusher: PusherClient
  /** What was said on its channels, the library's own words left out. */
  readonly received: ReceivedEvent[] = []
  /** The codes its connections were closed with. */
  readonly closeCodes: number[] = []
  /** Whether the server could not say any more what had been missed: then a page loads what it shows. */
  mustReload = false
  readonly #waiters = new Set<() => void>()
  /** How far it has heard, and the last message that it knows. */
  #position: Realtime['position']
  #lastSequence: number

  /** @param authenticateUser  where sockets sign in; without it they do not, whatever the page is told */
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
      wsHost: '127.0.0.1',
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
    if (realtime.authenticatesUser && authenticateUser) this.pusher.signin()
    this.pusher.connection.bind('error', (error: { data?: { code?: number } }) => {
      if (error.data?.code !== undefined) this.closeCodes.push(error.data.code)
      this.#notifyWaiters()
    })
    this.pusher.connection.bind('state_change', () => this.#notifyWaiters())
  }

  /** @throws when it is refused */
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

  /** What was heard under that name, once it has been. */
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

  /** Waits until the server has sent it away for good. */
  async waitForDisconnect(): Promise<void> {
    await this.waitUntil(() => this.pusher.connection.state === 'disconnected')
  }

  #receive(name: string, data: ReceivedEvent['data']): void {
    const { epoch, offset, _offset, sequence } = data
    if (data['recovered'] === false) this.mustReload = true
    if (name === 'pusher:subscription_succeeded' && typeof epoch === 'string')
      this.#position = { epoch, offset: Number(offset) }
    if (name.startsWith('pusher:') || Number(sequence) <= this.#lastSequence) return
    if (this.#position && _offset !== undefined) this.#position.offset = Number(_offset)
    if (sequence !== undefined) this.#lastSequence = Number(sequence)
    this.received.push({ name, data })
  }

  #positionFields(): Record<string, string> {
    return this.#position
      ? { epoch: this.#position.epoch, offset: String(this.#position.offset) }
      : {}
  }

  #notifyWaiters(): void {
    for (const check of this.#waiters) check()
  }
}

/** Lets the product listen on a port. */
export async function startListening({ app }: TestApp): Promise<number> {
  if (!app.server.listening) {
    app.server.listen(0, '127.0.0.1')
    await once(app.server, 'listening')
  }
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** What a page of this browser is told about where to listen. */
async function fetchRealtimeProps(browser: TestBrowser, path = '/user/profile'): Promise<Realtime> {
  const { page } = await browser.visitPath(path)
  return JSON.parse(JSON.stringify(page.props['realtime']))
}

/** Waits until the relay has told all there is. */
export async function waitForOutbox({ db }: TestApp): Promise<void> {
  while (await db.selectFrom('broadcasts').select('id').executeTakeFirst())
    await new Promise(setImmediate)
}

interface ListenOptions {
  /** Of the page. */
  path?: string
  /** Instead of the one it was told of. */
  channel?: string
  /** What happens between the drawing of the page and its listening. */
  beforeConnect?: () => Promise<void>
}

/** A page of this browser that listens to the channel it was told of, or to another. */
export async function connectRealtimeClient(
  t: TestContext,
  foyer: TestApp,
  browser: TestBrowser,
  { path, channel, beforeConnect }: ListenOptions = {},
): Promise<RealtimeClient> {
  const port = await startListening(foyer)
  const realtime = await fetchRealtimeProps(browser, path)
  await beforeConnect?.()
  const client = new RealtimeClient({ ...realtime, port }, async (body) => {
    const response = await browser.json('/broadcasting/auth', { method: 'POST', body })
    return { status: response.status, body: response.raw.json() }
  })
  t.after(() => client.pusher.disconnect())
  await client.subscribe(channel ?? realtime.channel ?? '')
  return client
}
