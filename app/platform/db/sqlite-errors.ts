import { setTimeout } from 'node:timers/promises'

import { Unavailable } from '#app/platform/errors.ts'

/** SQLite's primary result codes, see sqlite.org/rescode.html: busy, locked, locking protocol. */
const busy = new Set([5, 6, 15])
/** Corrupt, not a database. */
const damaged = new Set([11, 26])
/** Out of memory, read-only, I/O, full, cannot open. */
const broken = new Set([7, 8, 10, 13, 14, ...damaged])

/**
 * Does work that another process can stand in the way of, again and again until it is done, and leaves the event loop
 * free in between: waiting inside SQLite would hold up everyone.
 *
 * @param until  on the clock of `performance.now()`
 * @throws Unavailable when it is still in the way then, or when the file cannot be used
 */
export async function patiently<T>(work: () => T, until: number): Promise<T> {
  for (let pauseMs = 2; ; pauseMs = Math.min(50, pauseMs * 2)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() + pauseMs > until) throw translated(error)
    }
    await setTimeout(pauseMs * (0.5 + Math.random()))
  }
}

/** What the caller should see: a refusal for a file that is busy or cannot be used, else the error itself. */
export function translated(error: unknown): unknown {
  if (isBusy(error)) return new Unavailable({ retryAfterSeconds: 1, cause: error })
  return broken.has(primaryCode(error)) ? new Unavailable({ cause: error }) : error
}

export function isBusy(error: unknown): boolean {
  return busy.has(primaryCode(error))
}

export function isDamaged(error: unknown): boolean {
  return damaged.has(primaryCode(error))
}

/** SQLite's extended result code, or 0 when the error is not SQLite's. */
function sqliteCode(error: unknown): number {
  const isNumbered = error instanceof Error && 'errcode' in error
  return isNumbered && typeof error.errcode === 'number' ? error.errcode : 0
}

function primaryCode(error: unknown): number {
  return sqliteCode(error) & 0xff
}
