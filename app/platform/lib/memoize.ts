/**
 * The same as `make`, and quick for those who come again. Beyond `most` answers all are forgotten, so that nobody can make it
 * grow for ever; `undefined` is not remembered.
 *
 * @param ttlMs  at most so long after the first, all are forgotten; `Infinity` unless told
 */
export function memoize<T, Key = string>(
  compute: (key: Key) => T,
  maxEntries = 1000,
  ttlMs = Infinity,
): (key: Key) => T {
  const cache = new Map<Key, T>()

  return (key) => {
    const found = cache.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (value === undefined) return value
    if (cache.size >= maxEntries) cache.clear()
    if (cache.size === 0 && ttlMs !== Infinity) setTimeout(() => cache.clear(), ttlMs).unref()
    cache.set(key, value)
    return value
  }
}
