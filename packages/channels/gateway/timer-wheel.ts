import type { Connection } from '#hub/connection.ts'
import { pingFrame } from '#protocol/frames.ts'

export interface Timeouts {
  /** Silence after which a socket is asked whether it is there. */
  idleMs: number
  /** How long it may take to answer. */
  pongMs: number
  /** How old a socket may become: what it may hear was decided when it subscribed. */
  maxAgeMs: number
  /** How long it may stay while nobody has authorized it for anything. */
  authorizeMs: number
}

/** Looks after all sockets with one timer: each stands in the slot of the turn in which it may have become too quiet. */
export class TimerWheel {
  readonly tickMs: number
  readonly #idleTicks: number
  readonly #halfPongTicks: number
  readonly #maxAgeTicks: number
  readonly #authorizeTicks: number
  readonly #slots: Set<Connection>[]
  #tick = 0

  constructor({ idleMs, pongMs, maxAgeMs, authorizeMs }: Timeouts) {
    this.tickMs = Math.max(5, Math.min(1000, idleMs / 4, pongMs / 4))
    this.#authorizeTicks = Math.ceil(authorizeMs / this.tickMs)
    this.#idleTicks = Math.ceil(idleMs / this.tickMs)
    this.#halfPongTicks = Math.ceil(pongMs / this.tickMs / 2)
    this.#maxAgeTicks = maxAgeMs / this.tickMs
    const slots = this.#idleTicks + this.#halfPongTicks + 2
    this.#slots = Array.from({ length: slots }, () => new Set())
  }

  add(connection: Connection): void {
    this.touch(connection)
    connection.connectedTick = this.#tick
    // A little less for each, or all that came with one restart would go together.
    connection.expiresTick = this.#tick + this.#maxAgeTicks * (1 - Math.random() / 10)
    this.#schedule(connection, this.#idleTicks)
  }

  touch(connection: Connection): void {
    connection.lastSeenTick = this.#tick
    connection.pingStage = 'no'
  }

  remove(connection: Connection): void {
    this.#slot(connection.checkTick).delete(connection)
  }

  tick(): void {
    this.#tick++
    const dueConnections = [...this.#slot(this.#tick)]
    this.#slot(this.#tick).clear()
    for (const connection of dueConnections) this.#check(connection)
  }

  /** First in the way that costs clients nothing, then in the way that even those understand who answer no control frames. */
  #check(connection: Connection): void {
    const idleTicks = this.#tick - connection.lastSeenTick
    if (connection.isClosing) return
    if (this.#tick > connection.expiresTick) return connection.close(4200, 'Come again')
    if (!connection.isAuthorized && this.#tick - connection.connectedTick >= this.#authorizeTicks)
      return connection.close(4100, 'Not authorized in time')
    if (idleTicks < this.#idleTicks) return this.#schedule(connection, this.#idleTicks - idleTicks)
    if (connection.pingStage === 'no') {
      connection.pingStage = 'control'
      connection.ping()
    } else if (connection.pingStage === 'control') {
      connection.pingStage = 'message'
      connection.send(pingFrame)
    } else return connection.close(4201, 'No answer')
    this.#schedule(connection, this.#halfPongTicks)
  }

  #schedule(connection: Connection, ticks: number): void {
    connection.checkTick = this.#tick + ticks
    this.#slot(connection.checkTick).add(connection)
  }

  #slot(tick: number): Set<Connection> {
    return this.#slots[tick % this.#slots.length] ?? new Set()
  }
}
