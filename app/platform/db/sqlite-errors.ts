import { setTimeout } from 'node:timers/promises'

import { Unavailable } from '#app/platform/errors.ts'

/** SQLite's primary result codes, see sqlite.org/rescode.html: busy, locked, locking protocol. */
const busyCodes = new Set([5, 6, 15])
/** Corrupt, not a database. */
const corruptCodes = new Set([11, 26])
/** Out of memory, read-only, I/O, full, cannot open. */
const unusableCodes = new Set([7, 8, 10, 13, 14, ...corruptCodes])

/**
 * Does work that another process can stand in the way of, again and again until it is done, and leaves the event loop
 * free in between: waiting inside SQLite would hold up everyone.
 *
 * @param deadline  on the clock of `performance.now()`
 * @throws Unavailable when it is still in the way then, or when the file cannot be used
 */
export async function retryWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  for (let pauseMs = 2; ; pauseMs = Math.min(50, pauseMs * 2)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() + pauseMs > deadline) throw toUnavailable(error)
    }
    await setTimeout(pauseMs * (0.5 + Math.random()))
  }
}

/** What the caller should see: a refusal for a file that is busy or cannot be used, else the error itself. */
export function toUnavailable(error: unknown): unknown {
  if (isBusy(error)) return new Unavailable({ retryAfterSeconds: 1, cause: error })
  return unusableCodes.has(primaryCode(error)) ? new Unavailable({ cause: error }) : error
}

export function isBusy(error: unknown): boolean {
  return busyCodes.has(primaryCode(error))
}

export function isCorrupt(error: unknown): boolean {
  return corruptCodes.has(primaryCode(error))
}

/** SQLite's extended result code, or 0 when the error is not SQLite's. */
function sqliteCode(error: unknown): number {
  const hasErrorCode = error instanceof Error && 'errcode' in error
  return hasErrorCode && typeof error.errcode === 'number' ? error.errcode : 0
}

function primaryCode(error: unknown): number {
  return sqliteCode(error) & 0xff
}
