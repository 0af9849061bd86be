import { after } from 'node:test'

const ends: (() => unknown)[] = []

// Imported by a test file, it would run after that file: scripts/run-in-one-process.ts imports it first.
after(async () => {
  for (const end of ends.toReversed()) await end()
  // Seen once: the forced exit waited for the reporter without end, with timers of a client still running.
  setTimeout(() => process.exit(), 5000).unref()
})

/** Runs after the last test of this process; the last one added runs first. */
export function atEndOfProcess(end: () => unknown): void {
  ends.push(end)
}
