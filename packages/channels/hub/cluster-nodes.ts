import type { Hub } from './hub.ts'

/** A node is gone when another sends this many heartbeats without an entry from it in between. */
const maxMissedHeartbeats = 3
const maxStartupWaitMs = 2000

/** Judges liveness by log order, not by clocks. A node that is cut off cannot append, and so declares no other gone. */
export class ClusterNodes {
  readonly #hub: Hub
  readonly #missedHeartbeats = new Map<string, number>()
  #isSendingHeartbeat = false
  #expectedNodes = Infinity
  readonly #syncedNodes = new Set<string>()
  #onSynced: (() => void) | undefined

  constructor(hub: Hub) {
    this.#hub = hub
  }

  get others(): string[] {
    return [...this.#missedHeartbeats.keys()]
  }

  /** Announces this node and waits until every other node has published its state. */
  async join(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, maxStartupWaitMs)
    this.#onSynced = resolve
    this.#expectedNodes = (await this.#hub.settings.bus.listeners().catch(() => 1)) - 1
    await this.sendHello().catch(() => {})
    this.#checkSynced()
    await promise
    clearTimeout(timer)
    this.#onSynced = undefined
    this.#syncedNodes.clear()
  }

  async sendHello(): Promise<void> {
    await this.#hub.appendQueue.push({ kind: 'hello' })
    this.publishState()
  }

  /** Publishes this node's members and subscription counts. */
  publishState(): void {
    const { localMembers, subscriptionCounts, appendQueue: outbox } = this.#hub
    const state = { members: localMembers.members(), counts: subscriptionCounts.localCounts() }
    outbox.push({ kind: 'state', ...state }).catch(() => {})
  }

  sendHeartbeat(): void {
    if (this.#isSendingHeartbeat) return
    this.#isSendingHeartbeat = true
    this.#hub.appendQueue
      .push({ kind: 'beat' })
      .catch(() => {})
      .finally(() => (this.#isSendingHeartbeat = false))
  }

  onEntry(node: string, kind: string): void {
    if (node !== this.#hub.node) {
      this.#missedHeartbeats.set(node, 0)
      if (kind === 'state' && this.#onSynced) this.#syncedNodes.add(node)
      return this.#checkSynced()
    }
    if (kind !== 'beat') return
    for (const [other, misses] of this.#missedHeartbeats) {
      this.#missedHeartbeats.set(other, misses + 1)
      if (misses + 1 >= maxMissedHeartbeats)
        this.#hub.appendQueue.push({ kind: 'gone', node: other }).catch(() => {})
    }
  }

  remove(node: string): void {
    this.#missedHeartbeats.delete(node)
  }

  #checkSynced(): void {
    if (this.#syncedNodes.size >= this.#expectedNodes) this.#onSynced?.()
  }
}
