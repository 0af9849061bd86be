const keptMs = 3_600_000

/** Labels that were closed for good: what is bound to one later, by a request that was under way, ends too. */
export class EndedLabels {
  readonly #since = new Map<string, number>()

  add(label: string): void {
    this.#since.set(label, performance.now())
  }

  has(label: string): boolean {
    return this.#since.has(label)
  }

  sweep(now: number): void {
    for (const [label, at] of this.#since) if (now - at > keptMs) this.#since.delete(label)
  }
}
