import type { Connection } from '#hub/connection.ts'
import type { Timeouts } from '#hub/limits.ts'
import { closeCodes } from '#protocol/close-codes.ts'
import { pingFrame } from '#protocol/frames.ts'

export type SocketTimeouts = Pick<Timeouts, 'idleMs' | 'pongMs' | 'maxAgeMs' | 'authorizeMs'>

/** Times all sockets with one timer. Each is in the slot of the tick at which it must be checked. */
export class TimerWheel {
  readonly tickMs: number
  readonly #idleTicks: number
  readonly #halfPongTicks: number
  readonly #maxAgeTicks: number
  readonly #authorizeTicks: number
  readonly #slots: Set<Connection>[]
  #tick = 0

  constructor({ idleMs, pongMs, maxAgeMs, authorizeMs }: SocketTimeouts) {
    this.tickMs = Math.max(5, Math.min(1000, idleMs / 4, pongMs / 4, authorizeMs / 4))
    // One more, because a socket connects between two ticks.
    this.#authorizeTicks = Math.ceil(authorizeMs / this.tickMs) + 1
    this.#idleTicks = Math.ceil(idleMs / this.tickMs)
    this.#halfPongTicks = Math.ceil(pongMs / this.tickMs / 2)
    this.#maxAgeTicks = maxAgeMs / this.tickMs
    const slots = this.#idleTicks + this.#halfPongTicks + 2
    this.#slots = Array.from({ length: slots }, () => new Set())
  }

  add(connection: Connection): void {
    this.touch(connection)
    connection.connectedTick = this.#tick
    // Jitter, or all sockets of one restart would expire together.
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

  /** Pings with a control frame, then with a message for clients that ignore control frames, then closes. */
  #check(connection: Connection): void {
    const idleTicks = this.#tick - connection.lastSeenTick
    if (connection.isClosing) return
    if (this.#tick > connection.expiresTick)
      return connection.close(closeCodes.reconnect, 'Reconnect')
    if (!connection.isAuthorized && this.#tick - connection.connectedTick >= this.#authorizeTicks)
      return connection.closeWithError(
        closeCodes.unauthorized,
        'Connection not authorized within timeout',
      )
    if (idleTicks < this.#idleTicks) return this.#schedule(connection, this.#idleTicks - idleTicks)
    if (connection.pingStage === 'no') {
      connection.pingStage = 'control'
      connection.ping()
    } else if (connection.pingStage === 'control') {
      connection.pingStage = 'message'
      connection.send(pingFrame)
    } else return connection.close(closeCodes.pingTimeout, 'Ping timeout')
    this.#schedule(connection, this.#halfPongTicks)
  }

  #schedule(connection: Connection, ticks: number): void {
    const ticksToAuthorize = connection.connectedTick + this.#authorizeTicks - this.#tick
    const isDueSooner = !connection.isAuthorized && ticksToAuthorize > 0
    connection.checkTick = this.#tick + (isDueSooner ? Math.min(ticks, ticksToAuthorize) : ticks)
    this.#slot(connection.checkTick).add(connection)
  }

  #slot(tick: number): Set<Connection> {
    return this.#slots[tick % this.#slots.length] ?? new Set()
  }
}
