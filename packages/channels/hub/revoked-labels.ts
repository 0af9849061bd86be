const retentionMs = 3_600_000

/** Labels that were closed for good: what is bound to one later, by a request that was under way, ends too. */
export class RevokedLabels {
  readonly #revokedAt = new Map<string, number>()

  add(label: string): void {
    this.#revokedAt.set(label, performance.now())
  }

  has(label: string): boolean {
    return this.#revokedAt.has(label)
  }

  sweep(now: number): void {
    for (const [label, at] of this.#revokedAt)
      if (now - at > retentionMs) this.#revokedAt.delete(label)
  }
}
