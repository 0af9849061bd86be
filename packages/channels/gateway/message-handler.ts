import type { Connection } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import { errorFrame, pongFrame } from '#protocol/frames.ts'
import { isObject, type JsonObject, parseJsonObject } from '#protocol/json.ts'
import type { Credentials } from '#protocol/signatures.ts'

import { sendClientEvent } from './send-client-event.ts'
import { subscribe, unsubscribe } from './subscribe.ts'
import { authenticateUser } from './user-auth.ts'

type Handler = (
  hub: Hub,
  connection: Connection,
  data: JsonObject,
  credentials: Credentials,
) => void

const handlers = new Map<unknown, Handler>([
  ['pusher:subscribe', subscribe],
  ['pusher:unsubscribe', unsubscribe],
  ['pusher:signin', authenticateUser],
])

/** Handles client messages, each one completely before the next of that socket. */
export class MessageHandler {
  readonly #hub: Hub
  readonly #credentials: Credentials

  constructor(hub: Hub, { credentials }: { credentials: Credentials }) {
    this.#hub = hub
    this.#credentials = credentials
  }

  handle(connection: Connection, text: string): void {
    if (!this.takeMessageToken(connection)) return
    const message = parseJsonObject(text)
    const event = message?.['event']
    if (!message || typeof event !== 'string') return this.#onMalformed(connection)
    if (event === 'pusher:ping') return connection.send(pongFrame)
    if (event.startsWith('client-')) return sendClientEvent(this.#hub, connection, event, message)

    const handler = handlers.get(event)
    if (!handler) return
    const { data } = message
    const object = typeof data === 'string' ? parseJsonObject(data) : data
    if (isObject(object)) handler(this.#hub, connection, object, this.#credentials)
    else this.#onMalformed(connection)
  }

  #onMalformed(connection: Connection): void {
    if (++connection.malformedCount > this.#hub.settings.limits.malformedMessages)
      return connection.closeWithError(closeCodes.reconnectLater, 'Too many malformed messages')
    connection.send(errorFrame(null, 'Malformed message'))
  }

  /** Refills both of the socket's token buckets and takes from the message bucket. */
  takeMessageToken(connection: Connection): boolean {
    const { limits } = this.#hub.settings
    const now = performance.now()
    const seconds = (now - connection.refilledAt) / 1000
    const messages = connection.messageTokens + seconds * limits.messagesPerSecond
    const subscribes = connection.subscribeTokens + seconds * limits.subscribesPerSecond
    connection.refilledAt = now
    connection.messageTokens = Math.min(limits.messageBurst, messages) - 1
    connection.subscribeTokens = Math.min(limits.subscriptionsPerSocket, subscribes)
    if (connection.messageTokens >= 0) return true
    connection.send(errorFrame(closeCodes.clientEventRejected, 'Too many messages'))
    connection.close(closeCodes.reconnectLater, 'Too many messages')
    return false
  }
}
