import type { StreamPosition } from './socket.ts'

/** The last position received per channel, so that the server can replay messages missed during a disconnect. */
export class StreamPositions {
  readonly #positions = new Map<string, StreamPosition>()

  get(channel: string): StreamPosition | null {
    return this.#positions.get(channel) ?? null
  }

  /** @param position  the channel's position when the page was rendered */
  reset(channel: string, position: StreamPosition | null): void {
    if (position) this.#positions.set(channel, position)
    else this.#positions.delete(channel)
  }

  /** @param response  data of `subscription_succeeded` @returns whether nothing was missed */
  onSubscribed(channel: string, response: unknown): boolean {
    const hadPosition = this.#positions.has(channel)
    if (!isStreamPosition(response)) return false
    this.#positions.set(channel, { epoch: response.epoch, offset: response.offset })
    return hadPosition && response.recovered === true
  }

  /** @param data  of a message; messages of replayable channels have an `_offset` */
  advance(channel: string, data: unknown): void {
    const position = this.#positions.get(channel)
    if (position && isObject(data) && typeof data['_offset'] === 'string') {
      this.#positions.set(channel, { ...position, offset: data['_offset'] })
    }
  }
}

function isStreamPosition(value: unknown): value is StreamPosition & { recovered?: boolean } {
  return (
    isObject(value) && typeof value['epoch'] === 'string' && typeof value['offset'] === 'string'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
