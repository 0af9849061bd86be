import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import { type RawData, type WebSocket, WebSocketServer } from 'ws'

import { Connection, type ConnectionContext } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import { connectionEstablished } from '#protocol/frames.ts'

import { Admission, shuttingDown, notReady, otherHost, type Rejection } from './admission.ts'
import { handshakeError, type GatewaySettings } from './handshake.ts'
import { MessageHandler } from './message-handler.ts'
import { TimerWheel } from './socket-timeouts.ts'

interface UpgradeRequest {
  key: string
  query: string
  address: string
}

const reasons = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}
const retryAfterSeconds = 5
const maxIdPart = 2 ** 48 - 1

export class Gateway {
  readonly admission: Admission
  readonly timerWheel: TimerWheel
  /** Sockets closed by the server, by code. */
  readonly closed = new Map<number, number>()
  /** Rejected upgrades, by status. */
  readonly refused = new Map<number, number>()
  readonly #hub: Hub
  readonly #settings: GatewaySettings
  readonly #messageHandler: MessageHandler
  readonly #connectionContext: ConnectionContext
  readonly #server: WebSocketServer

  constructor(hub: Hub, settings: GatewaySettings) {
    const { limits } = hub.settings
    this.#hub = hub
    this.#settings = settings
    this.admission = new Admission(limits, settings.origins)
    this.timerWheel = new TimerWheel(settings)
    this.#messageHandler = new MessageHandler(hub, settings)
    this.#connectionContext = {
      backpressure: hub.backpressure,
      onClosing: (connection, code) => this.#onClosing(connection, code),
    }
    const options = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.messageBytes,
      maxFragments: 64,
      maxBufferedChunks: 1024,
      closeTimeout: settings.closeMs,
    }
    this.#server = new WebSocketServer(options)
  }

  /** @returns whether the path is ours; the request is then handled */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const start = `${this.#settings.path}/app/`
    const key = path.slice(start.length)
    if (!path.startsWith(start) || !/^[\w-]{1,128}$/.test(key)) return false

    socket.on('error', noop)
    if (this.#settings.hostIsAllowed?.(request) === false) {
      this.#reject(socket, otherHost)
      return true
    }
    const address = this.#settings.address(request)
    // Without the bus no channel can be joined. A rejection before the upgrade makes clients back off.
    const { isHealthy } = this.#hub.appendQueue
    const decision = isHealthy
      ? this.admission.admit(request, address, performance.now())
      : notReady
    if ('status' in decision) {
      this.#reject(socket, decision)
      return true
    }
    // However the connection ends, it no longer counts against the limits.
    socket.once('close', () => this.admission.release(address))
    const upgradeRequest = { key, query, address }
    if (decision.waitMs === 0) this.#completeUpgrade(request, socket, head, upgradeRequest)
    else
      setTimeout(
        () => this.#completeUpgrade(request, socket, head, upgradeRequest),
        decision.waitMs,
      ).unref()
    return true
  }

  #completeUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    upgradeRequest: UpgradeRequest,
  ): void {
    if (this.admission.isDraining) return this.#reject(socket, shuttingDown)
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#onUpgraded(ws, socket, upgradeRequest),
    )
  }

  #reject(socket: Duplex, rejection: Rejection): void {
    this.refused.set(rejection.status, (this.refused.get(rejection.status) ?? 0) + 1)
    rejectUpgrade(socket, rejection)
  }

  #onUpgraded(ws: WebSocket, socket: Duplex, { key, query, address }: UpgradeRequest): void {
    // Unpredictable: an attacker who guesses an id could bind that socket to their own label and close it.
    const id = `${randomInt(maxIdPart)}.${randomInt(maxIdPart)}`
    const connection = new Connection(ws, socket, id, address, this.#connectionContext)
    ws.on('error', noop)
    const parameters = new URLSearchParams(query)
    const handshakeRejection = handshakeError(
      this.#settings,
      key,
      parameters,
      this.#hub.connections.size,
    )
    if (handshakeRejection)
      return connection.closeWithError(handshakeRejection.code, handshakeRejection.message)

    this.#hub.connections.set(id, connection)
    this.timerWheel.add(connection)
    ws.on('close', () => this.#onClosed(connection))
    ws.on('pong', () => this.#onControlFrame(connection))
    ws.on('ping', () => this.#onControlFrame(connection))
    ws.on('message', (data, isBinary) => this.#onMessage(connection, data, isBinary))
    connection.send(connectionEstablished(id, this.#settings.activityTimeoutSeconds))
  }

  #onMessage(connection: Connection, data: RawData, isBinary: boolean): void {
    if (connection.isClosing) return
    this.timerWheel.touch(connection)
    if (isBinary) return connection.close(1003, 'Binary frames are not supported')
    try {
      this.#messageHandler.handle(connection, data.toString())
    } catch (error) {
      this.#hub.settings.onError(error)
      connection.close(1011, 'Internal error')
    }
  }

  /** A ping costs a reply, so it counts against the message limit. */
  #onControlFrame(connection: Connection): void {
    if (!connection.isClosing && this.#messageHandler.takeMessageToken(connection))
      this.timerWheel.touch(connection)
  }

  #onClosing(connection: Connection, code: number): void {
    this.closed.set(code, (this.closed.get(code) ?? 0) + 1)
    this.#onClosed(connection)
  }

  #onClosed(connection: Connection): void {
    connection.isClosing = true
    this.timerWheel.remove(connection)
    try {
      this.#hub.disconnect(connection)
    } catch (error) {
      this.#hub.settings.onError(error)
    }
  }
}

export function rejectUpgrade(
  socket: Duplex,
  { status, message }: Rejection | { status: 404; message: string },
) {
  const head = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Type: text/plain',
  ]
  if (status === 503 || status === 429) head.push(`Retry-After: ${retryAfterSeconds}`)
  head.push(`Content-Length: ${Buffer.byteLength(message)}`)
  socket.on('error', noop)
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`)
}

function noop(): void {}
