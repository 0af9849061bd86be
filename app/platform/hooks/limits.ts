import { second } from '#app/platform/lib/durations.ts'

/** A `before` hook holds the transaction open, and other writers of a SQLite database wait at most two seconds. */
export const beforeHookMs = second

export const afterHookMs = 30 * second
