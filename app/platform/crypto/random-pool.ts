import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/**
 * Random bytes from a pool, for values generated on every response. Filling 4096 bytes costs as much as 16, which is also
 * why `randomUUID` pools. Returned bytes are wiped from the pool.
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
