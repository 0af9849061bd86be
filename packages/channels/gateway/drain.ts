import { setTimeout as pause } from 'node:timers/promises'

import type { Connection } from '#hub/connection.ts'

const leastAtOnce = 50
const batches = 20

/**
 * Sends sockets away, a few at a time: with 4200 clients are back within milliseconds, and each of them asks again for
 * every channel.
 *
 * @param budgetMs  how long it may take in all
 */
export async function sendAway(
  connections: Connection[],
  { budgetMs, closeMs }: { budgetMs: number; closeMs: number },
): Promise<void> {
  const all = shuffled(connections)
  const atOnce = Math.max(leastAtOnce, Math.ceil(all.length / batches))
  for (let start = 0; start < all.length; start += atOnce) {
    if (start > 0) await pause((budgetMs / batches) * (0.5 + Math.random()))
    for (const connection of all.slice(start, start + atOnce)) connection.close(4200, 'Come again')
  }
  setTimeout(() => all.forEach((connection) => connection.terminate()), closeMs).unref()
}

function shuffled<Value>(values: Value[]): Value[] {
  const found = values.map((value) => ({ value, rank: Math.random() }))
  return found.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value)
}
