import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Sessions of the short list: this device and five more. */
export const shortListRows = 6

/** Sessions on one page of the whole list. */
export const rowsPerPage = 100

/** The longest name of a session, in UTF-16 code units. */
export const maxSessionNameLength = 60

/** Names of sessions that a person gives. Each is an event. */
export const sessionNameLimits: AttemptLimits = {
  perIp: per(600, hour),
  perIpAndAccount: [per(60, hour)],
  perAccount: per(60, hour),
}
