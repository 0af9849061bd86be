/** A map with several values per key. A key without values does not exist. */
export class Multimap<Value> {
  readonly #sets = new Map<string, Set<Value>>()

  get size(): number {
    return this.#sets.size
  }

  add(key: string, value: Value): void {
    const set = this.#sets.get(key)
    if (set) set.add(value)
    else this.#sets.set(key, new Set([value]))
  }

  remove(key: string, value: Value): void {
    const set = this.#sets.get(key)
    if (set?.delete(value) && set.size === 0) this.#sets.delete(key)
  }

  get(key: string): Value[] {
    return [...(this.#sets.get(key) ?? [])]
  }
}
