import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/**
 * Random bytes for what is made with every answer. The system is asked for many at once, as `randomUUID` does: asking
 * costs the same for sixteen bytes as for four thousand. Bytes that were handed out are wiped from the pool.
 *
 * @param size  at most 256
 */
export function pooledRandomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + size))
  pool.fill(0, used, used + size)
  used += size
  return bytes
}
