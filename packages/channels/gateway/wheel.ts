import type { Connection } from '#hub/connection.ts'
import { ping } from '#protocol/frames.ts'

export interface Patience {
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
export class Wheel {
  readonly tickMs: number
  readonly #idleTicks: number
  readonly #halfPongTicks: number
  readonly #maxAgeTicks: number
  readonly #authorizeTicks: number
  readonly #slots: Set<Connection>[]
  #turn = 0

  constructor({ idleMs, pongMs, maxAgeMs, authorizeMs }: Patience) {
    this.tickMs = Math.max(5, Math.min(1000, idleMs / 4, pongMs / 4))
    this.#authorizeTicks = Math.ceil(authorizeMs / this.tickMs)
    this.#idleTicks = Math.ceil(idleMs / this.tickMs)
    this.#halfPongTicks = Math.ceil(pongMs / this.tickMs / 2)
    this.#maxAgeTicks = maxAgeMs / this.tickMs
    const slots = this.#idleTicks + this.#halfPongTicks + 2
    this.#slots = Array.from({ length: slots }, () => new Set())
  }

  add(connection: Connection): void {
    this.heard(connection)
    connection.since = this.#turn
    // A little less for each, or all that came with one restart would go together.
    connection.lives = this.#turn + this.#maxAgeTicks * (1 - Math.random() / 10)
    this.#lookIn(connection, this.#idleTicks)
  }

  heard(connection: Connection): void {
    connection.seen = this.#turn
    connection.pinged = 'no'
  }

  remove(connection: Connection): void {
    this.#slot(connection.due).delete(connection)
  }

  turn(): void {
    this.#turn++
    const looked = [...this.#slot(this.#turn)]
    this.#slot(this.#turn).clear()
    for (const connection of looked) this.#look(connection)
  }

  /** First in the way that costs clients nothing, then in the way that even those understand who answer no control frames. */
  #look(connection: Connection): void {
    const quiet = this.#turn - connection.seen
    if (connection.isClosing) return
    if (this.#turn > connection.lives) return connection.close(4200, 'Come again')
    if (!connection.isAuthorized && this.#turn - connection.since >= this.#authorizeTicks)
      return connection.close(4100, 'Not authorized in time')
    if (quiet < this.#idleTicks) return this.#lookIn(connection, this.#idleTicks - quiet)
    if (connection.pinged === 'no') {
      connection.pinged = 'control'
      connection.ping()
    } else if (connection.pinged === 'control') {
      connection.pinged = 'message'
      connection.send(ping)
    } else return connection.close(4201, 'No answer')
    this.#lookIn(connection, this.#halfPongTicks)
  }

  #lookIn(connection: Connection, ticks: number): void {
    connection.due = this.#turn + ticks
    this.#slot(connection.due).add(connection)
  }

  #slot(turn: number): Set<Connection> {
    return this.#slots[turn % this.#slots.length] ?? new Set()
  }
}
