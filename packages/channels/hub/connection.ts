import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'

import * as frames from '#protocol/frames.ts'

import type { Backpressure } from './backpressure.ts'

const readyStateOpen = 1

export interface SignedInUser {
  id: string
  /** The signed JSON. */
  info: string
  watchedUsers: string[]
}

export interface ConnectionContext {
  backpressure: Backpressure
  onClosing(connection: Connection, code: number): void
}

/** An accepted socket with its rate limits and counters. It has no timer of its own. */
export class Connection {
  /** User id by channel name; empty except on presence channels. */
  readonly subscriptions = new Map<string, string>()
  user: SignedInUser | null = null
  labels: Set<string> | null = null
  /** Channels whose missed events were already sent to this socket. */
  recoveredChannels: Set<string> | null = null
  /** Whether it has joined a private or presence channel, or signed in. */
  isAuthorized = false
  isClosing = false
  /** Timer wheel ticks: when it last sent something, and when it is checked next. */
  lastSeenTick = 0
  checkTick = 0
  connectedTick = 0
  /** The tick after which it must reconnect and authorize again. */
  expiresTick = Infinity
  pingStage: 'no' | 'control' | 'message' = 'no'
  malformedCount = 0
  failedSignatures = 0
  clientEventCount = 0
  clientEventsSince = 0
  messageTokens: number
  subscribeTokens: number
  refilledAt = 0
  readonly id: string
  readonly address: string
  readonly #ws: WebSocket
  readonly #socket: Duplex
  readonly #context: ConnectionContext

  constructor(
    ws: WebSocket,
    socket: Duplex,
    id: string,
    address: string,
    context: ConnectionContext,
  ) {
    this.#ws = ws
    this.#socket = socket
    this.#context = context
    this.id = id
    this.address = address
    this.messageTokens = context.backpressure.limits.messageBurst
    this.subscribeTokens = context.backpressure.limits.subscriptionsPerSocket
  }

  /** Bytes written but not yet read by the client. */
  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  /**
   * Writes past `ws`, which would encode the frame per socket. Uncompressed, `ws` writes whole frames: none interleave.
   */
  send(frame: Buffer): void {
    if (this.isClosing || this.#ws.readyState !== readyStateOpen) return
    if (!this.#socket.write(frame)) this.#context.backpressure.track(this)
  }

  ping(): void {
    if (this.#ws.readyState === readyStateOpen) this.#ws.ping()
  }

  /** Closes the socket and removes it from the hub immediately. The code tells the client whether to reconnect. */
  close(code: number, reason: string): void {
    if (this.isClosing) return
    this.isClosing = true
    this.#context.onClosing(this, code)
    this.#ws.close(code, reason)
  }

  closeWithError(code: number, message: string): void {
    this.send(frames.errorFrame(code, message))
    this.close(code, message)
  }

  terminate(): void {
    this.isClosing = true
    this.#ws.terminate()
  }
}
