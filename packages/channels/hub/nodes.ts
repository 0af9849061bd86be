import type { Hub } from './hub.ts'

/** So many heartbeats of one node without a word from another in between, and the other is gone. */
const mostMisses = 3
const longestSettlingMs = 2000

/**
 * The processes that share the bus. Nobody's clock is asked who is alive: what counts is the common order. Who was cut
 * off itself says nothing in it, and so accuses nobody.
 */
export class Nodes {
  readonly #hub: Hub
  readonly #misses = new Map<string, number>()
  #isBeating = false
  #expected = Infinity
  readonly #heard = new Set<string>()
  #settled: (() => void) | undefined

  constructor(hub: Hub) {
    this.#hub = hub
  }

  get others(): string[] {
    return [...this.#misses.keys()]
  }

  /** Says hello, and waits until every other node has said who is with it. */
  async meet(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longestSettlingMs)
    this.#settled = resolve
    this.#expected = (await this.#hub.settings.bus.listeners().catch(() => 1)) - 1
    await this.greet().catch(() => {})
    this.#checkSettled()
    await promise
    clearTimeout(timer)
    this.#settled = undefined
    this.#heard.clear()
  }

  async greet(): Promise<void> {
    await this.#hub.outbox.push({ kind: 'hello' })
    this.announce()
  }

  /** Says who and what is here. */
  announce(): void {
    const { membership, counting, outbox } = this.#hub
    const state = { members: membership.members(), counts: counting.counts() }
    outbox.push({ kind: 'state', ...state }).catch(() => {})
  }

  beat(): void {
    if (this.#isBeating) return
    this.#isBeating = true
    this.#hub.outbox
      .push({ kind: 'beat' })
      .catch(() => {})
      .finally(() => (this.#isBeating = false))
  }

  heard(node: string, kind: string): void {
    if (node !== this.#hub.node) {
      this.#misses.set(node, 0)
      if (kind === 'state' && this.#settled) this.#heard.add(node)
      return this.#checkSettled()
    }
    if (kind !== 'beat') return
    for (const [other, misses] of this.#misses) {
      this.#misses.set(other, misses + 1)
      if (misses + 1 >= mostMisses)
        this.#hub.outbox.push({ kind: 'gone', node: other }).catch(() => {})
    }
  }

  forget(node: string): void {
    this.#misses.delete(node)
  }

  #checkSettled(): void {
    if (this.#heard.size >= this.#expected) this.#settled?.()
  }
}
