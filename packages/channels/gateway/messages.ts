import type { Connection } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import { errorFrame, pong } from '#protocol/frames.ts'
import { isObject, type JsonObject, parsedObject } from '#protocol/json.ts'
import type { Credentials } from '#protocol/signatures.ts'

import { sendClientEvent } from './client-event.ts'
import { signIn } from './sign-in.ts'
import { subscribe, unsubscribe } from './subscribe.ts'

type Handler = (
  hub: Hub,
  connection: Connection,
  data: JsonObject,
  credentials: Credentials,
) => void

const handlers = new Map<unknown, Handler>([
  ['pusher:subscribe', subscribe],
  ['pusher:unsubscribe', unsubscribe],
  ['pusher:signin', signIn],
])

/** What clients say. Everything is done before the next message of the socket is looked at. */
export class Messages {
  readonly #hub: Hub
  readonly #credentials: Credentials

  constructor(hub: Hub, { credentials }: { credentials: Credentials }) {
    this.#hub = hub
    this.#credentials = credentials
  }

  take(connection: Connection, text: string): void {
    if (!this.mayTalk(connection)) return
    const message = parsedObject(text)
    const event = message?.['event']
    if (!message || typeof event !== 'string') return this.#malformed(connection)
    if (event === 'pusher:ping') return connection.send(pong)
    if (event.startsWith('client-')) return sendClientEvent(this.#hub, connection, event, message)

    const handler = handlers.get(event)
    if (!handler) return
    const { data } = message
    const object = typeof data === 'string' ? parsedObject(data) : data
    if (isObject(object)) handler(this.#hub, connection, object, this.#credentials)
    else this.#malformed(connection)
  }

  #malformed(connection: Connection): void {
    if (++connection.malformed > this.#hub.settings.limits.malformedMessages)
      return connection.closeWithError(4100, 'Too many messages that make no sense')
    connection.send(errorFrame(null, 'The message makes no sense'))
  }

  /** Refills both buckets of the socket and takes from the first. */
  mayTalk(connection: Connection): boolean {
    const { limits } = this.#hub.settings
    const now = performance.now()
    const seconds = (now - connection.refilledAt) / 1000
    const messages = connection.messages + seconds * limits.messagesPerSecond
    const subscribes = connection.subscribes + seconds * limits.subscribesPerSecond
    connection.refilledAt = now
    connection.messages = Math.min(limits.messageBurst, messages) - 1
    connection.subscribes = Math.min(limits.subscriptionsPerSocket, subscribes)
    if (connection.messages >= 0) return true
    connection.send(errorFrame(4301, 'Too many messages'))
    connection.close(4100, 'Too many messages')
    return false
  }
}
