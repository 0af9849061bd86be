import type { StreamPosition } from './socket.ts'

/** How far each channel was heard, so that what is missed while the line is cut is told when it is back. */
export class StreamPositions {
  readonly #positions = new Map<string, StreamPosition>()

  get(channel: string): StreamPosition | null {
    return this.#positions.get(channel) ?? null
  }

  /** @param position  how far the channel had come when the page was drawn */
  reset(channel: string, position: StreamPosition | null): void {
    if (position) this.#positions.set(channel, position)
    else this.#positions.delete(channel)
  }

  /** @param response  what the server says to a subscription. @returns whether nothing was missed */
  onSubscribed(channel: string, response: unknown): boolean {
    const hadPosition = this.#positions.has(channel)
    if (!isStreamPosition(response)) return false
    this.#positions.set(channel, { epoch: response.epoch, offset: response.offset })
    return hadPosition && response.recovered === true
  }

  /** @param data  of a message; those of channels that can be caught up with carry their place */
  advance(channel: string, data: unknown): void {
    const position = this.#positions.get(channel)
    if (position && isObject(data) && typeof data['_offset'] === 'number') {
      this.#positions.set(channel, { ...position, offset: data['_offset'] })
    }
  }
}

function isStreamPosition(value: unknown): value is StreamPosition & { recovered?: boolean } {
  return (
    isObject(value) && typeof value['epoch'] === 'string' && typeof value['offset'] === 'number'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
