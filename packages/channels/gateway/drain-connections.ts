import { setTimeout as pause } from 'node:timers/promises'

import type { Connection } from '#hub/connection.ts'
import { closeCodes } from '#protocol/close-codes.ts'

const minBatchSize = 50
const batches = 20

/** Closes sockets in batches: after 4200 a client is back in milliseconds and authorizes every channel again. */
export async function drainConnections(
  connections: Connection[],
  { budgetMs, closeMs }: { budgetMs: number; closeMs: number },
): Promise<void> {
  const all = shuffle(connections)
  const batchSize = Math.max(minBatchSize, Math.ceil(all.length / batches))
  for (let start = 0; start < all.length; start += batchSize) {
    if (start > 0) await pause((budgetMs / batches) * (0.5 + Math.random()))
    for (const connection of all.slice(start, start + batchSize))
      connection.close(closeCodes.reconnect, 'Reconnect')
  }
  setTimeout(() => all.forEach((connection) => connection.terminate()), closeMs).unref()
}

function shuffle<Value>(values: Value[]): Value[] {
  const ranked = values.map((value) => ({ value, rank: Math.random() }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value)
}
