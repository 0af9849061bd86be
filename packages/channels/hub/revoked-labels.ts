const retentionMs = 3_600_000

/** Labels closed for good. A socket bound to one later, by a request in flight, is closed too. */
export class RevokedLabels {
  readonly #revokedAt = new Map<string, number>()

  add(labels: readonly string[]): void {
    for (const label of labels) this.#revokedAt.set(label, performance.now())
  }

  has(label: string): boolean {
    return this.#revokedAt.has(label)
  }

  sweep(now: number): void {
    for (const [label, at] of this.#revokedAt)
      if (now - at > retentionMs) this.#revokedAt.delete(label)
  }
}
