import type { Place } from './socket.ts'

/** How far each channel was heard, so that what is missed while the line is cut is told when it is back. */
export class Places {
  readonly #places = new Map<string, Place>()

  of(channel: string): Place | null {
    return this.#places.get(channel) ?? null
  }

  /** @param place  how far the channel had come when the page was drawn */
  start(channel: string, place: Place | null): void {
    if (place) this.#places.set(channel, place)
    else this.#places.delete(channel)
  }

  /** @param answer  what the server says to a subscription. @returns whether nothing was missed */
  begin(channel: string, answer: unknown): boolean {
    const wasAsked = this.#places.has(channel)
    if (!isPlace(answer)) return false
    this.#places.set(channel, { epoch: answer.epoch, offset: answer.offset })
    return wasAsked && answer.recovered === true
  }

  /** @param data  of a message; those of channels that can be caught up with carry their place */
  move(channel: string, data: unknown): void {
    const place = this.#places.get(channel)
    if (place && isObject(data) && typeof data['_offset'] === 'number') {
      this.#places.set(channel, { ...place, offset: data['_offset'] })
    }
  }
}

function isPlace(value: unknown): value is Place & { recovered?: boolean } {
  return (
    isObject(value) && typeof value['epoch'] === 'string' && typeof value['offset'] === 'number'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
