import type { ChannelKind } from '#protocol/channel-name.ts'

import type { Connection } from './connection.ts'

interface Delivery {
  frame: Buffer
  position: number
  except: string | undefined
}

/** One channel's sockets in this process. */
export class Channel {
  readonly name: string
  readonly kind: ChannelKind
  /** Each socket with the log position after which it receives entries. */
  readonly sockets = new Map<Connection, number>()
  readonly #sliceSize: number
  #queue: Delivery[] | null = null

  constructor(name: string, kind: ChannelKind, sliceSize: number) {
    this.name = name
    this.kind = kind
    this.#sliceSize = sliceSize
  }

  deliver(frame: Buffer, position: number, except?: string): void {
    if (this.#queue) this.#queue.push({ frame, position, except })
    else if (this.sockets.size > this.#sliceSize * 2)
      this.#deliverInSlices({ frame, position, except })
    else
      for (const [connection, since] of this.sockets)
        if (since < position && connection.id !== except) connection.send(frame)
  }

  #deliverInSlices(first: Delivery): void {
    this.#queue = [first]
    let sockets = this.sockets.entries()
    const next = () => {
      const delivery = this.#queue?.[0]
      if (!delivery) return void (this.#queue = null)
      const { frame, position, except } = delivery
      let sent = 0
      // The iterator reaches sockets that join meanwhile; their position excludes them.
      for (const [connection, since] of {
        [Symbol.iterator]: () => ({ next: () => sockets.next() }),
      }) {
        if (since < position && connection.id !== except) connection.send(frame)
        if (++sent === this.#sliceSize) return void setImmediate(next)
      }
      this.#queue?.shift()
      sockets = this.sockets.entries()
      setImmediate(next)
    }
    next()
  }
}
