import { setTimeout as sleep } from 'node:timers/promises'

import { Actor } from './actor.ts'
import type { Heard } from './crowd.ts'
import type { Memory } from './serve.ts'

const settledMs = 1000

/** One kind of server, and a crowd that listens to it. */
export class Hall {
  readonly #server: Actor
  readonly #crowd: Actor

  static async open(kind: string): Promise<Hall> {
    const server = new Actor(`${kind}-server.ts`, { ALL_AT_ONCE: '1' })
    const port = await server.tell<number>('listen')
    return new Hall(server, new Actor('crowd.ts', { KIND: kind, PORT: String(port) }))
  }

  private constructor(server: Actor, crowd: Actor) {
    this.#server = server
    this.#crowd = crowd
  }

  /** @returns what each of so many sockets holds while nothing happens */
  async memoryPerSocket(sockets: number): Promise<Memory> {
    const before = await this.#server.tell<Memory>('memory')
    await this.#crowd.tell('open', sockets)
    await sleep(settledMs)
    const after = await this.#server.tell<Memory>('memory')
    return {
      rssBytes: (after.rssBytes - before.rssBytes) / sockets,
      heapBytes: (after.heapBytes - before.heapBytes) / sockets,
    }
  }

  async keep(sockets: number): Promise<void> {
    await this.#crowd.tell('keep', sockets)
  }

  /** @returns processor time of the server for all events, and how late they were heard */
  async publish(events: number): Promise<Heard & { cpuMicros: number }> {
    await this.#crowd.tell('expect', events)
    const before = await this.#server.tell<number>('cpu')
    await this.#server.tell('publish', events)
    const heard = await this.#crowd.tell<Heard>('heard')
    return { ...heard, cpuMicros: (await this.#server.tell<number>('cpu')) - before }
  }

  async close(): Promise<void> {
    await this.#crowd.end()
    await this.#server.end()
  }
}
