import { once } from 'node:events'
import type { TestContext } from 'node:test'

import type { Channel, default as PusherClient } from 'pusher-js'

import type { Realtime } from '#app/pages.ts'
import type { Browser } from '#testing/browser.ts'
import type { Product } from '#testing/product.ts'

// The one for Node leaves a timer of half a minute behind each socket that the server closes; this one stands on the
// WebSocket that browsers have, and only wants to know the global object by the name it has in a worker.
Object.assign(globalThis, { self: globalThis })
const { default: Pusher } = await import('pusher-js/worker/index.js')

export interface Heard {
  name: string
  data: Record<string, unknown>
}

type Ask<Granted> = (form: Record<string, string>) => Promise<{ status: number; body: Granted }>
type AskChannel = Ask<{ auth: string }>
type AskUser = Ask<{ auth: string; user_data: string }>

/** A page that listens, with the client that browsers load, unmodified. */
export class Listener {
  readonly realtime: Realtime
  readonly pusher: PusherClient
  /** What was said on its channels, the library's own words left out. */
  readonly heard: Heard[] = []
  /** The codes its connections were closed with. */
  readonly codes: number[] = []
  /** Whether the server could not say any more what had been missed: then a page loads what it shows. */
  mustReload = false
  readonly #looks = new Set<() => void>()
  /** How far it has heard, and the last message that it knows. */
  #place: Realtime['place']
  #sequence: number

  /** @param askUser  where sockets sign in; without it they do not, whatever the page is told */
  constructor(realtime: Realtime, ask: AskChannel, askUser: AskUser | null = null) {
    const { key, port, place, sequence } = realtime
    this.realtime = realtime
    this.#place = place
    this.#sequence = sequence ?? 0
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
          const form = { socket_id: socketId, channel_name: channelName, ...this.#from() }
          const { status, body } = await ask(form)
          done(status === 200 ? null : new Error(String(status)), body)
        },
      },
      userAuthentication: {
        transport: 'ajax',
        endpoint: '/broadcasting/user-auth',
        customHandler: async ({ socketId }, done) => {
          const answer = await askUser?.({ socket_id: socketId })
          done(answer?.status === 200 ? null : new Error('Refused'), answer?.body ?? null)
        },
      },
    })
    if (realtime.signsIn && askUser) this.pusher.signin()
    this.pusher.connection.bind('error', (error: { data?: { code?: number } }) => {
      if (error.data?.code !== undefined) this.codes.push(error.data.code)
      this.#looked()
    })
    this.pusher.connection.bind('state_change', () => this.#looked())
  }

  /** @throws when it is refused */
  async subscribe(name: string): Promise<Channel> {
    const channel = this.pusher.subscribe(name)
    channel.bind_global((event: string, data: Record<string, unknown>) => {
      this.#hear(event, data)
      this.#looked()
    })
    const { promise, resolve, reject } = Promise.withResolvers<Channel>()
    channel.bind('pusher:subscription_succeeded', () => resolve(channel))
    channel.bind('pusher:subscription_error', (error: unknown) => reject(error))
    return promise
  }

  /** What was heard under that name, once it has been. */
  async next(name: string): Promise<Heard['data']> {
    await this.until(() => this.heard.some((one) => one.name === name))
    const at = this.heard.findIndex((one) => one.name === name)
    return this.heard.splice(at, 1)[0]?.data ?? {}
  }

  async until(isSo: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => isSo() && resolve()
    this.#looks.add(look)
    look()
    await promise
    this.#looks.delete(look)
  }

  /** Waits until the server has sent it away for good. */
  async ended(): Promise<void> {
    await this.until(() => this.pusher.connection.state === 'disconnected')
  }

  #hear(name: string, data: Heard['data']): void {
    const { epoch, offset, _offset, sequence } = data
    if (data['recovered'] === false) this.mustReload = true
    if (name === 'pusher:subscription_succeeded' && typeof epoch === 'string')
      this.#place = { epoch, offset: Number(offset) }
    if (name.startsWith('pusher:') || Number(sequence) <= this.#sequence) return
    if (this.#place && _offset !== undefined) this.#place.offset = Number(_offset)
    if (sequence !== undefined) this.#sequence = Number(sequence)
    this.heard.push({ name, data })
  }

  #from(): Record<string, string> {
    return this.#place ? { epoch: this.#place.epoch, offset: String(this.#place.offset) } : {}
  }

  #looked(): void {
    for (const look of this.#looks) look()
  }
}

/** Lets the product listen on a port. */
export async function opened({ app }: Product): Promise<number> {
  if (!app.server.listening) {
    app.server.listen(0, '127.0.0.1')
    await once(app.server, 'listening')
  }
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** What a page of this browser is told about where to listen. */
async function realtimeOf(browser: Browser, path = '/user/profile'): Promise<Realtime> {
  const { page } = await browser.send(path)
  return JSON.parse(JSON.stringify(page.props['realtime']))
}

/** Waits until the relay has told all there is. */
export async function allTold({ db }: Product): Promise<void> {
  while (await db.selectFrom('broadcasts').select('id').executeTakeFirst())
    await new Promise(setImmediate)
}

interface Listening {
  /** Of the page. */
  path?: string
  /** Instead of the one it was told of. */
  channel?: string
  /** What happens between the drawing of the page and its listening. */
  meanwhile?: () => Promise<void>
}

/** A page of this browser that listens to the channel it was told of, or to another. */
export async function listen(
  t: TestContext,
  foyer: Product,
  browser: Browser,
  { path, channel, meanwhile }: Listening = {},
): Promise<Listener> {
  const port = await opened(foyer)
  const told = await realtimeOf(browser, path)
  await meanwhile?.()
  const listener = new Listener({ ...told, port }, async (body) => {
    const answer = await browser.json('/broadcasting/auth', { method: 'POST', body })
    return { status: answer.status, body: answer.response.json() }
  })
  t.after(() => listener.pusher.disconnect())
  await listener.subscribe(channel ?? told.channel ?? '')
  return listener
}
