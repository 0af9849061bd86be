import { eventLoopUtilization } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** How long background work may block the event loop. */
const workMs = 10
const maxPauseMs = 200

/**
 * Keeps long background work from blocking the event loop: await the returned function between small units of work. Once the
 * loop has been busy for 10 ms it pauses for as long, so that requests are processed. Awaiting a query is not enough, since SQLite
 * answers synchronously. The time in which the loop waits for PostgreSQL or a disk is free for requests, and needs no pause.
 */
export function createYielder(): () => Promise<void> {
  let resumed = eventLoopUtilization()
  return async () => {
    const { active: busyMs } = eventLoopUtilization(resumed)
    if (busyMs < workMs) return
    await wait(Math.min(busyMs, maxPauseMs))
    resumed = eventLoopUtilization()
  }
}
