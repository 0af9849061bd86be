import type { Connection } from './connection.ts'
import type { Limits } from './limits.ts'

/** Sockets that read more slowly than we write. Each may hold some memory for some time, and all together some more. */
export class Flow {
  readonly limits: Limits
  /** Since when each one holds more than `slowBytes`; 0 when it does not. */
  readonly #slow = new Map<Connection, number>()
  #bytes = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Whether so much waits to be read that no more may be published. */
  get isFull(): boolean {
    return this.#bytes > this.limits.bufferedBytesInAll
  }

  waits(connection: Connection): void {
    if (connection.bufferedBytes > this.limits.bufferedBytes) return tooSlow(connection)
    if (!this.#slow.has(connection)) this.#slow.set(connection, 0)
  }

  /** @param now  milliseconds of a clock that only goes forward */
  sweep(now: number): void {
    this.#bytes = 0
    for (const [connection, since] of this.#slow) {
      const bytes = connection.bufferedBytes
      this.#bytes += bytes
      if (bytes === 0 || connection.isClosing) this.#slow.delete(connection)
      else if (bytes < this.limits.slowBytes) this.#slow.set(connection, 0)
      else if (since === 0) this.#slow.set(connection, now)
      else if (now - since > this.limits.slowMs) tooSlow(connection)
    }
    if (this.isFull) this.#makeRoom()
  }

  /** Many that read nothing, each a little within its own limit, must not keep everybody else from being told anything. */
  #makeRoom(): void {
    let over = this.#bytes - this.limits.bufferedBytesInAll
    const held = [...this.#slow.keys()].map((connection) => ({
      connection,
      bytes: connection.bufferedBytes,
    }))
    for (const { connection, bytes } of held.toSorted((a, b) => b.bytes - a.bytes)) {
      if (over <= 0) return
      tooSlow(connection)
      over -= bytes
    }
  }
}

/** Never drops single messages: a client could not tell. It comes back and asks for what it missed. */
function tooSlow(connection: Connection): void {
  connection.close(4100, 'Too slow: reads less than it is sent')
}
