import { channelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'

import type { Hub } from './hub.ts'

/** Changes of so short a time are told together: a restart brings thousands. */
const gatherMs = 30
/** Above so many sockets, a channel hears its count at every fifth second only. */
const crowd = 100
const crowdPauseMs = 5000

/** Tells the other nodes how many sockets listen here, and the sockets how many listen everywhere. */
export class Counting {
  readonly #hub: Hub
  readonly #changed = new Set<string>()
  readonly #crowds = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #crowdsToldAt = 0

  constructor(hub: Hub) {
    this.#hub = hub
  }

  changed(channel: string): void {
    if (channel.startsWith('#')) return
    this.#changed.add(channel)
    this.#timer ??= setTimeout(() => this.tell(), gatherMs).unref()
  }

  tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = [...this.#changed].map((channel): [string, number] => [
      channel,
      this.#here(channel),
    ])
    this.#changed.clear()
    if (counts.length > 0) this.#hub.outbox.push({ kind: 'counts', counts }).catch(() => {})
  }

  counts(): [string, number][] {
    const channels = [...this.#hub.channels.keys()].filter((name) => !name.startsWith('#'))
    return channels.map((channel) => [channel, this.#here(channel)])
  }

  /** One node's word about some channels. */
  told(node: string, counts: [string, number][], origin: string): void {
    const { occupancy } = this.#hub
    for (const [channel, sockets] of counts) {
      const before = occupancy.count(channel)
      occupancy.set(node, channel, sockets)
      const after = occupancy.count(channel)
      if (before === after) continue
      if (origin === this.#hub.node) this.#happened(channel, before, after)
      if (this.#isCounted(channel)) this.#show(channel, after)
    }
  }

  /** One node's word about all channels: those it does not name have nobody there. */
  toldAll(node: string, counts: [string, number][], origin: string): void {
    const named = new Set(counts.map(([channel]) => channel))
    const left = this.#hub.occupancy.heldBy(node).filter((channel) => !named.has(channel))
    this.told(node, [...left.map((channel): [string, number] => [channel, 0]), ...counts], origin)
  }

  sweep(now: number): void {
    if (now - this.#crowdsToldAt < crowdPauseMs) return
    this.#crowdsToldAt = now
    for (const channel of this.#crowds) this.#send(channel, this.#hub.occupancy.count(channel))
    this.#crowds.clear()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #here(channel: string): number {
    return this.#hub.channels.get(channel)?.sockets.size ?? 0
  }

  #isCounted(channel: string): boolean {
    return this.#hub.settings.subscriptionCounts && channelKind(channel)?.access !== 'presence'
  }

  #happened(channel: string, before: number, after: number): void {
    if (before === 0) this.#hub.happened({ name: 'channel_occupied', channel })
    if (after === 0) this.#hub.happened({ name: 'channel_vacated', channel })
    if (this.#isCounted(channel))
      this.#hub.happened({ name: 'subscription_count', channel, subscription_count: after })
  }

  #show(channel: string, count: number): void {
    if (count > crowd) this.#crowds.add(channel)
    else this.#send(channel, count)
  }

  #send(channel: string, count: number): void {
    const frame = frames.subscriptionCount(channel, count)
    this.#hub.channels.get(channel)?.deliver(frame, Infinity)
  }
}
