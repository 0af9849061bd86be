import { once } from 'node:events'
import type { TestContext } from 'node:test'

import { type ClientOptions, WebSocket } from 'ws'

import { channelStringToSign, signature, userStringToSign } from '#protocol/signatures.ts'

import { app, type TestServer } from './test-server.ts'

export interface ReceivedMessage {
  event: string
  channel?: string
  data?: unknown
  user_id?: string
}

/** A minimal protocol client that records every message. */
export class WebSocketClient {
  readonly ws: WebSocket
  readonly received: ReceivedMessage[] = []
  readonly closed: Promise<number>
  id = ''
  readonly #waiting = new Set<() => void>()
  #markerCount = 0

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('error', () => {})
    ws.on('message', (data) => {
      this.received.push(JSON.parse(data.toString()))
      for (const check of this.#waiting) check()
    })
    this.closed = once(ws, 'close').then(([code]) => {
      for (const check of this.#waiting) check()
      return code
    })
  }

  /** The next event of that name with decoded data; each is returned once. */
  async next(event: string, channel?: string): Promise<ReceivedMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedMessage>()
    const check = () => {
      const index = this.received.findIndex(
        (message) =>
          message.event === event && (channel === undefined || message.channel === channel),
      )
      if (index >= 0) resolve(decodeData(...this.received.splice(index, 1)))
      else if (this.ws.readyState === WebSocket.CLOSED) reject(new Error(`Closed before ${event}`))
    }
    this.#waiting.add(check)
    check()
    return promise.finally(() => this.#waiting.delete(check))
  }

  send(event: string, data: unknown, channel?: string): void {
    this.ws.send(JSON.stringify({ event, data, channel }))
  }

  /** Waits until everything the server has sent so far has arrived. */
  async waitForReplies(): Promise<void> {
    this.send('pusher:ping', {})
    await this.next('pusher:pong')
  }

  /** Waits until everything published so far has arrived, from any node. */
  async waitForPublished(server: TestServer): Promise<void> {
    const name = `fence-${++this.#markerCount}-${this.id.replace('.', '-')}`
    await this.subscribe(name)
    await server.channels.trigger({ channels: [name], name, data: {} })
    await this.next(name)
  }

  sendSubscribe(channel: string, channelData?: string): void {
    const isOpen = !/^(private|presence)-/.test(channel)
    const hex = signature(app.secret, channelStringToSign(this.id, channel, channelData))
    const auth = isOpen ? '' : `${app.key}:${hex}`
    this.send('pusher:subscribe', { channel, auth, channel_data: channelData })
  }

  async subscribe(channel: string, channelData?: string): Promise<ReceivedMessage> {
    this.sendSubscribe(channel, channelData)
    return this.next('pusher_internal:subscription_succeeded', channel)
  }

  async join(channel: string, user: unknown, info?: unknown): Promise<ReceivedMessage> {
    return this.subscribe(channel, JSON.stringify({ user_id: user, user_info: info }))
  }

  sendSignIn(userData: string): void {
    const hex = signature(app.secret, userStringToSign(this.id, userData))
    this.send('pusher:signin', { auth: `${app.key}:${hex}`, user_data: userData })
  }

  async signIn(user: object): Promise<ReceivedMessage> {
    this.sendSignIn(JSON.stringify(user))
    return this.next('pusher:signin_success')
  }

  /** Events not taken by `next`, without subscription counts. */
  unread(): ReceivedMessage[] {
    return this.received.filter(({ event }) => event !== 'pusher_internal:subscription_count')
  }
}

function decodeData(message?: ReceivedMessage): ReceivedMessage {
  if (!message) throw new Error('No message')
  if (typeof message.data !== 'string') return message
  try {
    return { ...message, data: JSON.parse(message.data) }
  } catch {
    return message
  }
}

/** Opens a connection that the server may reject; check `closed` or its messages. */
export function openClient(
  t: TestContext,
  url: string,
  options: ClientOptions = {},
): WebSocketClient {
  const client = new WebSocketClient(new WebSocket(url, { perMessageDeflate: false, ...options }))
  t.after(() => client.ws.terminate())
  return client
}

export async function connectClient(
  t: TestContext,
  server: TestServer,
  options: ClientOptions = {},
): Promise<WebSocketClient> {
  const client = openClient(t, server.url, options)
  const { data } = await client.next('pusher:connection_established')
  client.id = (data as { socket_id: string }).socket_id
  return client
}

export async function rejectedUpgrade(url: string, options: ClientOptions = {}): Promise<Response> {
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
