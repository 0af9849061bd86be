import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Time to sign in at the provider. */
export const attemptLifetimeMs = 10 * minute

/** Sign-ins started, each of which may read a provider's metadata. */
export const startLimits: AttemptLimits = {
  perIp: per(60, minute),
  perIpAndAccount: [],
  perAccount: per(60, minute),
}

/** Answers of providers, each of which makes requests to the provider. */
export const callbackLimits: AttemptLimits = {
  perIp: per(60, minute),
  perIpAndAccount: [],
  perAccount: per(60, minute),
}

/** Logout tokens that a provider's server sends. */
export const logoutLimits: AttemptLimits = {
  perIp: per(120, minute),
  perIpAndAccount: [],
  perAccount: per(120, minute),
}

/** How long a logout token is accepted after it was issued. It is remembered for longer, so that it works once. */
export const logoutTokenLifetimeMs = 5 * minute

/** Allowed difference between the clocks of a provider and of this server. */
export const clockToleranceMs = 10_000

/** The lifetime of the secret that is signed for each request to Apple. */
export const clientSecretSeconds = 300
/** UTF-16 units. The longest address has 320, a subject at most 255. */
export const maxClaimLength = 320

/** The largest response accepted from a provider. Metadata and keys of large ones have about 20 kB. */
export const maxResponseBytes = 1_000_000

export const providerTimeoutSeconds = 10

/** How long the metadata of a provider is cached. */
export const metadataLifetimeMs = 24 * hour

/** The interval of the daily check of a linked account, see `check-linked-accounts.job.ts`. */
export const checkIntervalMs = day
/** The wait after a provider did not answer, or the process ended meanwhile. */
export const checkRetryMs = hour
/** Linked accounts that are read at a time. */
export const checkBatchSize = 50
