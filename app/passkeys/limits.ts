import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Passkeys of one account. */
export const maxPasskeys = 20

/** How long after "Not now" no passkey is offered at sign-in. */
export const offerPauseMs = 90 * day

/** How long a passkey challenge can be answered. */
export const challengeLifetimeMs = 5 * minute

/** How long the browser shows its passkey dialog. */
export const promptTimeoutMs = 60_000

/** Request body limit. The largest legitimate credentials have a few thousand bytes. */
export const maxCredentialBytes = 64 * 1024

/** Attempts at signing in, confirming and registering. */
export const verificationLimits: AttemptLimits = {
  perIp: per(120, minute),
  perIpAndAccount: [per(10, minute), per(60, 60 * minute)],
  perAccount: per(200, 60 * minute),
}

/** Every view of the sign-in page requests options, and they are cheap. */
export const optionsLimits: AttemptLimits = {
  perIp: per(600, minute),
  perIpAndAccount: [per(60, minute)],
  perAccount: per(600, minute),
}
