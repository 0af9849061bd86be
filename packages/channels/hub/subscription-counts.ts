import { parseChannelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'

import type { Hub } from './hub.ts'

/** Changes within this time are sent together: a restart causes thousands. */
const debounceMs = 30
/** A channel with more sockets receives its count only every five seconds. */
const largeChannelSize = 100
const largeChannelIntervalMs = 5000

/** Publishes this node's subscriber counts, and sends clients the totals. */
export class SubscriptionCounts {
  readonly #hub: Hub
  readonly #changed = new Set<string>()
  readonly #largeChannels = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #largeChannelsSentAt = 0

  constructor(hub: Hub) {
    this.#hub = hub
  }

  markChanged(channel: string): void {
    if (channel.startsWith('#')) return
    this.#changed.add(channel)
    this.#timer ??= setTimeout(() => this.flush(), debounceMs).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const localCounts = [...this.#changed].map((channel): [string, number] => [
      channel,
      this.#localCount(channel),
    ])
    this.#changed.clear()
    if (localCounts.length > 0)
      this.#hub.appendQueue.push({ kind: 'counts', counts: localCounts }).catch(() => {})
  }

  localCounts(): [string, number][] {
    const channels = [...this.#hub.channels.keys()].filter((name) => !name.startsWith('#'))
    return channels.map((channel) => [channel, this.#localCount(channel)])
  }

  applyCounts(node: string, localCounts: [string, number][], origin: string): void {
    const { occupancy } = this.#hub
    for (const [channel, sockets] of localCounts) {
      const before = occupancy.count(channel)
      occupancy.set(node, channel, sockets)
      const after = occupancy.count(channel)
      if (before === after) continue
      if (origin === this.#hub.node) this.#emitWebhookEvents(channel, before, after)
      if (this.#sendsCounts(channel)) this.#publishCount(channel, after)
    }
  }

  /** Applies one node's counts for all channels; unnamed ones become 0. */
  applyAllCounts(node: string, localCounts: [string, number][], origin: string): void {
    const named = new Set(localCounts.map(([channel]) => channel))
    const vacated = this.#hub.occupancy
      .channelsOfNode(node)
      .filter((channel) => !named.has(channel))
    this.applyCounts(
      node,
      [...vacated.map((channel): [string, number] => [channel, 0]), ...localCounts],
      origin,
    )
  }

  sweep(now: number): void {
    if (now - this.#largeChannelsSentAt < largeChannelIntervalMs) return
    this.#largeChannelsSentAt = now
    for (const channel of this.#largeChannels)
      this.#send(channel, this.#hub.occupancy.count(channel))
    this.#largeChannels.clear()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #localCount(channel: string): number {
    return this.#hub.channels.get(channel)?.sockets.size ?? 0
  }

  #sendsCounts(channel: string): boolean {
    return this.#hub.settings.subscriptionCounts && parseChannelKind(channel)?.access !== 'presence'
  }

  #emitWebhookEvents(channel: string, before: number, after: number): void {
    if (before === 0) this.#hub.emitWebhookEvent({ name: 'channel_occupied', channel })
    if (after === 0) this.#hub.emitWebhookEvent({ name: 'channel_vacated', channel })
    if (this.#sendsCounts(channel))
      this.#hub.emitWebhookEvent({ name: 'subscription_count', channel, subscription_count: after })
  }

  #publishCount(channel: string, count: number): void {
    if (count > largeChannelSize) this.#largeChannels.add(channel)
    else this.#send(channel, count)
  }

  #send(channel: string, count: number): void {
    const frame = frames.subscriptionCount(channel, count)
    this.#hub.channels.get(channel)?.deliver(frame, Infinity)
  }
}
