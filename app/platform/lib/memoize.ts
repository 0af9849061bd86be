/**
 * Caches the results of `compute` by key. A full cache is cleared as a whole, so memory is bounded; `undefined` is not cached.
 *
 * @param ttlMs  clears the cache this long after its first entry
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
