import { setTimeout as wait } from 'node:timers/promises'

/** How long background work may block the event loop. */
const workMs = 10
const maxPauseMs = 200

/**
 * Keeps long background work from blocking the event loop: await the returned function between small units of work. Once the
 * work has run for 10 ms it pauses for as long, so that requests are processed. Awaiting a query is not enough, since SQLite
 * answers synchronously.
 */
export function createYielder(): () => Promise<void> {
  let resumedAt = performance.now()
  return async () => {
    const elapsedMs = performance.now() - resumedAt
    if (elapsedMs < workMs) return
    await wait(Math.min(elapsedMs, maxPauseMs))
    resumedAt = performance.now()
  }
}
