import { second } from '#app/platform/lib/durations.ts'

/** A `before` hook holds the transaction, for which other writers of a SQLite database wait two seconds. */
export const beforeHookMs = second

export const afterHookMs = 30 * second
