import { setTimeout } from 'node:timers/promises'

import { Unavailable } from '#app/platform/errors.ts'

/** Primary result codes (sqlite.org/rescode.html): busy, locked, locking protocol. */
const busyCodes = new Set([5, 6, 15])
/** Corrupt, not a database. */
const corruptCodes = new Set([11, 26])
/** Out of memory, read-only, I/O, full, cannot open. */
const unusableCodes = new Set([7, 8, 10, 13, 14, ...corruptCodes])

/**
 * Retries work while another process locks the database. Waits outside SQLite, whose own busy timeout would block the
 * event loop.
 *
 * @param deadline  in terms of `performance.now()`
 * @throws Unavailable when the database is still busy by then, or the file cannot be used
 */
export async function retryWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  for (let pauseMs = 2; ; pauseMs = Math.min(50, pauseMs * 2)) {
    try {
      return work()
    } catch (error) {
      if (!isDatabaseBusy(error) || performance.now() + pauseMs > deadline)
        throw toUnavailable(error)
    }
    await setTimeout(pauseMs * (0.5 + Math.random()))
  }
}

/** Converts errors of a busy or unusable file to `Unavailable`; returns any other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (isDatabaseBusy(error)) return new Unavailable({ retryAfterSeconds: 1, cause: error })
  return unusableCodes.has(primaryCode(error)) ? new Unavailable({ cause: error }) : error
}

export function isDatabaseBusy(error: unknown): boolean {
  return busyCodes.has(primaryCode(error))
}

export function isCorrupt(error: unknown): boolean {
  return corruptCodes.has(primaryCode(error))
}

function sqliteCode(error: unknown): number {
  const hasErrorCode = error instanceof Error && 'errcode' in error
  return hasErrorCode && typeof error.errcode === 'number' ? error.errcode : 0
}

function primaryCode(error: unknown): number {
  return sqliteCode(error) & 0xff
}
