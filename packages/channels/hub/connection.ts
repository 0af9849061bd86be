import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'

import * as frames from '#protocol/frames.ts'

import type { Backpressure } from './backpressure.ts'

const readyStateOpen = 1

export interface SignedInUser {
  id: string
  /** JSON, as it was signed. */
  info: string
  watchedUsers: string[]
}

/** What all sockets share. */
export interface ConnectionContext {
  backpressure: Backpressure
  onClosing(connection: Connection, code: number): void
}

/** One socket that has been let in. What it may cost is counted here; it has no timer of its own. */
export class Connection {
  /** Channel name to the user's id on presence channels, else to an empty text. */
  readonly subscriptions = new Map<string, string>()
  user: SignedInUser | null = null
  labels: string[] | null = null
  /** Channels of which it was told what it had missed. */
  recoveredChannels: Set<string> | null = null
  /** Whether it was let into a private or presence channel, or signed in. */
  isAuthorized = false
  isClosing = false
  /** The turn of the wheel in which it was last heard, and the one in which it is looked at. */
  lastSeenTick = 0
  checkTick = 0
  /** The turn in which it came. */
  connectedTick = 0
  /** The turn after which it is sent away to be authorized anew. */
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

  /** Bytes that wait for this socket to read. */
  get bufferedBytes(): number {
    return this.#socket.writableLength
  }

  /**
   * Whole frames go past `ws` to the wire: it would wrap each one again for each socket. Without compression it writes
   * its own frames at once and whole, so that none can come in between.
   */
  send(frame: Buffer): void {
    if (this.isClosing || this.#ws.readyState !== readyStateOpen) return
    if (!this.#socket.write(frame)) this.#context.backpressure.track(this)
  }

  ping(): void {
    if (this.#ws.readyState === readyStateOpen) this.#ws.ping()
  }

  /** The close code decides what clients do next. For everybody else the socket has left at once. */
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
