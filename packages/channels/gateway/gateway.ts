import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import { type RawData, type WebSocket, WebSocketServer } from 'ws'

import { Connection, type House } from '#hub/connection.ts'
import type { Hub } from '#hub/hub.ts'
import { established } from '#protocol/frames.ts'

import { Admission, goingAway, notReady, type Refusal } from './admission.ts'
import { admittedTo, type GatewaySettings } from './greeting.ts'
import { Messages } from './messages.ts'
import { Wheel } from './wheel.ts'

interface Asked {
  key: string
  query: string
  address: string
}

const reasons = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}
const retryAfterSeconds = 5
const halfId = 2 ** 48 - 1

/** Where sockets come in and go. */
export class Gateway {
  readonly admission: Admission
  readonly wheel: Wheel
  /** How many sockets were closed by us, by code. */
  readonly closed = new Map<number, number>()
  /** How many upgrades were answered otherwise, by status. */
  readonly refused = new Map<number, number>()
  readonly #hub: Hub
  readonly #settings: GatewaySettings
  readonly #messages: Messages
  readonly #house: House
  readonly #server: WebSocketServer

  constructor(hub: Hub, settings: GatewaySettings) {
    const { limits } = hub.settings
    this.#hub = hub
    this.#settings = settings
    this.admission = new Admission(limits, settings.origins)
    this.wheel = new Wheel(settings)
    this.#messages = new Messages(hub, settings)
    this.#house = { flow: hub.flow, closing: (connection, code) => this.#closing(connection, code) }
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

  /** @returns whether the address is ours; then the request is answered, one way or the other */
  upgrade(request: IncomingMessage, wire: Duplex, head: Buffer): boolean {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const start = `${this.#settings.path}/app/`
    const key = path.slice(start.length)
    if (!path.startsWith(start) || !/^[\w-]{1,128}$/.test(key)) return false

    wire.on('error', ignore)
    const address = this.#settings.address(request)
    // Without the bus nobody could be given a channel; who is sent away before the upgrade waits longer and longer.
    const { isAnswered } = this.#hub.outbox
    const turn = isAnswered ? this.admission.enter(request, address, performance.now()) : notReady
    if ('status' in turn) {
      this.#refuse(wire, turn)
      return true
    }
    // Whatever happens to the wire, its place becomes free again.
    wire.once('close', () => this.admission.left(address))
    const asked = { key, query, address }
    if (turn.waitMs === 0) this.#letIn(request, wire, head, asked)
    else setTimeout(() => this.#letIn(request, wire, head, asked), turn.waitMs).unref()
    return true
  }

  #letIn(request: IncomingMessage, wire: Duplex, head: Buffer, asked: Asked): void {
    if (this.admission.isDraining) return this.#refuse(wire, goingAway)
    this.#server.handleUpgrade(request, wire, head, (ws) => this.#greet(ws, wire, asked))
  }

  #refuse(wire: Duplex, refusal: Refusal): void {
    this.refused.set(refusal.status, (this.refused.get(refusal.status) ?? 0) + 1)
    refuse(wire, refusal)
  }

  #greet(ws: WebSocket, wire: Duplex, { key, query, address }: Asked): void {
    // Whoever knew the ids of others could bind their sockets to a label of his own, and have them closed.
    const id = `${randomInt(halfId)}.${randomInt(halfId)}`
    const connection = new Connection(ws, wire, id, address, this.#house)
    ws.on('error', ignore)
    const parameters = new URLSearchParams(query)
    const refusal = admittedTo(this.#settings, key, parameters, this.#hub.connections.size)
    if (refusal) return connection.closeWithError(refusal.code, refusal.message)

    this.#hub.connections.set(id, connection)
    this.wheel.add(connection)
    ws.on('close', () => this.#left(connection))
    ws.on('pong', () => this.#heardControl(connection))
    ws.on('ping', () => this.#heardControl(connection))
    ws.on('message', (data, isBinary) => this.#heard(connection, data, isBinary))
    connection.send(established(id, this.#settings.activityTimeoutSeconds))
  }

  #heard(connection: Connection, data: RawData, isBinary: boolean): void {
    if (connection.isClosing) return
    this.wheel.heard(connection)
    if (isBinary) return connection.close(1003, 'Text only')
    try {
      this.#messages.take(connection, data.toString())
    } catch (error) {
      this.#hub.settings.failed(error)
      connection.close(1011, 'Our mistake')
    }
  }

  /** A ping is answered by itself, so it must not be free. */
  #heardControl(connection: Connection): void {
    if (!connection.isClosing && this.#messages.mayTalk(connection)) this.wheel.heard(connection)
  }

  #closing(connection: Connection, code: number): void {
    this.closed.set(code, (this.closed.get(code) ?? 0) + 1)
    this.#left(connection)
  }

  #left(connection: Connection): void {
    connection.isClosing = true
    this.wheel.remove(connection)
    try {
      this.#hub.disconnect(connection)
    } catch (error) {
      this.#hub.settings.failed(error)
    }
  }
}

export function refuse(
  wire: Duplex,
  { status, sentence }: Refusal | { status: 404; sentence: string },
) {
  const head = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Type: text/plain',
  ]
  if (status === 503 || status === 429) head.push(`Retry-After: ${retryAfterSeconds}`)
  head.push(`Content-Length: ${Buffer.byteLength(sentence)}`)
  wire.on('error', ignore)
  wire.once('finish', () => wire.destroy())
  wire.end(`${head.join('\r\n')}\r\n\r\n${sentence}`)
}

function ignore(): void {}
