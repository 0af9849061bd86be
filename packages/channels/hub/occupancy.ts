/** Subscriber counts per channel and node. */
export class Occupancy {
  readonly #counts = new Map<string, Map<string, number>>()

  count(channel: string): number {
    const nodes = this.#counts.get(channel)
    if (!nodes) return 0
    let sum = 0
    for (const sockets of nodes.values()) sum += sockets
    return sum
  }

  /** The count without one node, which knows its own better. */
  countElsewhere(channel: string, node: string): number {
    return this.count(channel) - (this.#counts.get(channel)?.get(node) ?? 0)
  }

  channels(): Iterable<string> {
    return this.#counts.keys()
  }

  set(node: string, channel: string, sockets: number): void {
    const nodes = this.#counts.get(channel)
    if (sockets > 0) {
      if (nodes) nodes.set(node, sockets)
      else this.#counts.set(channel, new Map([[node, sockets]]))
    } else if (nodes?.delete(node) && nodes.size === 0) this.#counts.delete(channel)
  }

  channelsOfNode(node: string): string[] {
    return [...this.#counts].filter(([, nodes]) => nodes.has(node)).map(([channel]) => channel)
  }
}
