import type { Duplex } from 'node:stream'

import type { WebSocket } from 'ws'

import * as frames from '#protocol/frames.ts'

import type { Flow } from './flow.ts'

const open = 1

export interface SignedInUser {
  id: string
  /** JSON, as it was signed. */
  info: string
  watched: string[]
}

/** What all sockets share. */
export interface House {
  flow: Flow
  closing(connection: Connection, code: number): void
}

/** One socket that has been let in. What it may cost is counted here; it has no timer of its own. */
export class Connection {
  /** Channel name to the user's id on presence channels, else to an empty text. */
  readonly subscriptions = new Map<string, string>()
  user: SignedInUser | null = null
  labels: string[] | null = null
  /** Channels of which it was told what it had missed. */
  caughtUp: Set<string> | null = null
  /** Whether it was let into a private or presence channel, or signed in. */
  isAuthorized = false
  isClosing = false
  /** The turn of the wheel in which it was last heard, and the one in which it is looked at. */
  seen = 0
  due = 0
  /** The turn in which it came. */
  since = 0
  /** The turn after which it is sent away to be authorized anew. */
  lives = Infinity
  pinged: 'no' | 'control' | 'message' = 'no'
  malformed = 0
  failedSignatures = 0
  clientEvents = 0
  clientEventsSince = 0
  messages: number
  subscribes: number
  refilledAt = 0
  readonly id: string
  readonly address: string
  readonly #ws: WebSocket
  readonly #wire: Duplex
  readonly #house: House

  constructor(ws: WebSocket, wire: Duplex, id: string, address: string, house: House) {
    this.#ws = ws
    this.#wire = wire
    this.#house = house
    this.id = id
    this.address = address
    this.messages = house.flow.limits.messageBurst
    this.subscribes = house.flow.limits.subscriptionsPerSocket
  }

  /** Bytes that wait for this socket to read. */
  get bufferedBytes(): number {
    return this.#wire.writableLength
  }

  /**
   * Whole frames go past `ws` to the wire: it would wrap each one again for each socket. Without compression it writes
   * its own frames at once and whole, so that none can come in between.
   */
  send(frame: Buffer): void {
    if (this.isClosing || this.#ws.readyState !== open) return
    if (!this.#wire.write(frame)) this.#house.flow.waits(this)
  }

  ping(): void {
    if (this.#ws.readyState === open) this.#ws.ping()
  }

  /** The close code decides what clients do next. For everybody else the socket has left at once. */
  close(code: number, reason: string): void {
    if (this.isClosing) return
    this.isClosing = true
    this.#house.closing(this, code)
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
