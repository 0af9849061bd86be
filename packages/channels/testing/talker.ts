import { once } from 'node:events'
import type { TestContext } from 'node:test'

import { type ClientOptions, WebSocket } from 'ws'

import { channelText, signature, userText } from '#protocol/signatures.ts'

import { app, type Site } from './site.ts'

export interface Said {
  event: string
  channel?: string
  data?: unknown
  user_id?: string
}

/** A client that speaks the protocol by hand and remembers all it hears. */
export class Talker {
  readonly ws: WebSocket
  readonly heard: Said[] = []
  readonly closed: Promise<number>
  id = ''
  readonly #waiting = new Set<() => void>()
  #fences = 0

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('error', () => {})
    ws.on('message', (data) => {
      this.heard.push(JSON.parse(data.toString()))
      for (const look of this.#waiting) look()
    })
    this.closed = once(ws, 'close').then(([code]) => {
      for (const look of this.#waiting) look()
      return code
    })
  }

  /** The next thing of that name, with its data decoded; each is returned once. */
  async next(event: string, channel?: string): Promise<Said> {
    const { promise, resolve, reject } = Promise.withResolvers<Said>()
    const look = () => {
      const index = this.heard.findIndex(
        (said) => said.event === event && (channel === undefined || said.channel === channel),
      )
      if (index >= 0) resolve(decoded(...this.heard.splice(index, 1)))
      else if (this.ws.readyState === WebSocket.CLOSED) reject(new Error(`Closed before ${event}`))
    }
    this.#waiting.add(look)
    look()
    return promise.finally(() => this.#waiting.delete(look))
  }

  say(event: string, data: unknown, channel?: string): void {
    this.ws.send(JSON.stringify({ event, data, channel }))
  }

  /** Waits until everything the server said so far has come. */
  async pong(): Promise<void> {
    this.say('pusher:ping', {})
    await this.next('pusher:pong')
  }

  /** Waits until everything published so far has come, from whatever node. */
  async fence(site: Site): Promise<void> {
    const name = `fence-${++this.#fences}-${this.id.replace('.', '-')}`
    await this.subscribe(name)
    await site.channels.trigger({ channels: [name], name, data: {} })
    await this.next(name)
  }

  ask(channel: string, channelData?: string): void {
    const isOpen = !/^(private|presence)-/.test(channel)
    const hex = signature(app.secret, channelText(this.id, channel, channelData))
    const auth = isOpen ? '' : `${app.key}:${hex}`
    this.say('pusher:subscribe', { channel, auth, channel_data: channelData })
  }

  async subscribe(channel: string, channelData?: string): Promise<Said> {
    this.ask(channel, channelData)
    return this.next('pusher_internal:subscription_succeeded', channel)
  }

  async join(channel: string, user: unknown, info?: unknown): Promise<Said> {
    return this.subscribe(channel, JSON.stringify({ user_id: user, user_info: info }))
  }

  signInWith(userData: string): void {
    const hex = signature(app.secret, userText(this.id, userData))
    this.say('pusher:signin', { auth: `${app.key}:${hex}`, user_data: userData })
  }

  async signIn(user: object): Promise<Said> {
    this.signInWith(JSON.stringify(user))
    return this.next('pusher:signin_success')
  }

  /** What was heard and not asked for by name, without the counts that everybody is told. */
  rest(): Said[] {
    return this.heard.filter(({ event }) => event !== 'pusher_internal:subscription_count')
  }
}

function decoded(said?: Said): Said {
  if (!said) throw new Error('Nothing was said')
  if (typeof said.data !== 'string') return said
  try {
    return { ...said, data: JSON.parse(said.data) }
  } catch {
    return said
  }
}

/** A connection that may be refused: look at `closed` or at what it hears. */
export function dial(t: TestContext, url: string, options: ClientOptions = {}): Talker {
  const talker = new Talker(new WebSocket(url, { perMessageDeflate: false, ...options }))
  t.after(() => talker.ws.terminate())
  return talker
}

/** A connection that has been let in. */
export async function talk(
  t: TestContext,
  site: Site,
  options: ClientOptions = {},
): Promise<Talker> {
  const talker = dial(t, site.url, options)
  const { data } = await talker.next('pusher:connection_established')
  talker.id = (data as { socket_id: string }).socket_id
  return talker
}

/** @returns the status with which an upgrade was answered */
export async function refusalOf(url: string, options: ClientOptions = {}): Promise<Response> {
  const ws = new WebSocket(url, options)
  ws.on('error', () => {})
  const [, response] = await once(ws, 'unexpected-response')
  response.resume()
  return { status: response.statusCode, retryAfter: response.headers['retry-after'] }
}

interface Response {
  status: number
  retryAfter: string | undefined
}
