import { closeCodes } from '#protocol/close-codes.ts'

import type { Connection } from './connection.ts'
import type { Limits } from './limits.ts'

/** Limits the memory held by slow readers: per socket for some time, and in all. */
export class Backpressure {
  readonly limits: Limits
  /** When each socket exceeded `slowBytes`; 0 while it does not. */
  readonly #slowSince = new Map<Connection, number>()
  #bytes = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Whether so much is buffered that publishing must be rejected. */
  get isFull(): boolean {
    return this.#bytes > this.limits.bufferedBytesInAll
  }

  track(connection: Connection): void {
    if (connection.bufferedBytes > this.limits.bufferedBytes) return closeSlow(connection)
    if (!this.#slowSince.has(connection)) this.#slowSince.set(connection, 0)
  }

  /** @param now  monotonic milliseconds */
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

  /** Many stalled sockets, each within its own limit, must not block publishing for everyone. */
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

/** Closes a slow socket rather than dropping messages, which it could not detect. It reconnects and recovers. */
function closeSlow(connection: Connection): void {
  connection.close(closeCodes.reconnectLater, 'Too slow: unread data exceeds the limit')
}
