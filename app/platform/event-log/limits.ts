import { day } from '#app/platform/lib/durations.ts'

/** A snapshot of the account is stored after each such number of events: the most that Time Travel replays. */
export const eventsPerSnapshot = 100

/** How long erasures stay known, so that comparing with an older checkpoint does not report the account as missing. */
export const erasureRetentionMs = 35 * day
