import { randomUUIDv7 } from 'node:crypto'

/** Position of the first random digits, of which there are three before the variant. */
const counterStart = 15
const maxCount = 0xfff

let latestTime = ''
let count = 0

/**
 * A public id (UUIDv7) that sorts by creation time: among those of one process, also within a millisecond, of which it counts
 * the first 4096 (RFC 9562, section 6.2). Never a secret: see crypto/secret-tokens.ts.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const time = id.slice(0, counterStart)
  count = time === latestTime ? Math.min(count + 1, maxCount) : 0
  latestTime = time
  return `${time}${count.toString(16).padStart(3, '0')}${id.slice(counterStart + 3)}`
}
