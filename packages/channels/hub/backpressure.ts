import type { Connection } from './connection.ts'
import type { Limits } from './limits.ts'

/** Sockets that read more slowly than we write. Each may hold some memory for some time, and all together some more. */
export class Backpressure {
  readonly limits: Limits
  /** Since when each one holds more than `slowBytes`; 0 when it does not. */
  readonly #slowSince = new Map<Connection, number>()
  #bytes = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Whether so much waits to be read that no more may be published. */
  get isFull(): boolean {
    return this.#bytes > this.limits.bufferedBytesInAll
  }

  track(connection: Connection): void {
    if (connection.bufferedBytes > this.limits.bufferedBytes) return closeSlow(connection)
    if (!this.#slowSince.has(connection)) this.#slowSince.set(connection, 0)
  }

  /** @param now  milliseconds of a clock that only goes forward */
  sweep(now: number): void {
    this.#bytes = 0
    for (const [connection, since] of this.#slowSince) {
      const bytes = connection.bufferedBytes
      this.#bytes += bytes
      if (bytes === 0 || connection.isClosing) this.#slowSince.delete(connection)
      else if (bytes < this.limits.slowBytes) this.#slowSince.set(connection, 0)
      else if (since === 0) this.#slowSince.set(connection, now)
      else if (now - since > this.limits.slowMs) closeSlow(connection)
    }
    if (this.isFull) this.#closeSlowest()
  }

  /** Many that read nothing, each a little within its own limit, must not keep everybody else from being told anything. */
  #closeSlowest(): void {
    let excess = this.#bytes - this.limits.bufferedBytesInAll
    const slowConnections = [...this.#slowSince.keys()].map((connection) => ({
      connection,
      bytes: connection.bufferedBytes,
    }))
    for (const { connection, bytes } of slowConnections.toSorted((a, b) => b.bytes - a.bytes)) {
      if (excess <= 0) return
      closeSlow(connection)
      excess -= bytes
    }
  }
}

/** Never drops single messages: a client could not tell. It comes back and asks for what it missed. */
function closeSlow(connection: Connection): void {
  connection.close(4100, 'Too slow: reads less than it is sent')
}
