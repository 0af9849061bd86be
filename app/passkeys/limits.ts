import { day, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

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
  perIp: [120, minute],
  perIpAndAccount: [
    [10, minute],
    [60, 60 * minute],
  ],
  perAccount: [200, 60 * minute],
}

/** Every view of the sign-in page requests options, and they are cheap. */
export const optionsLimits: AttemptLimits = {
  perIp: [600, minute],
  perIpAndAccount: [[60, minute]],
  perAccount: [600, minute],
}
