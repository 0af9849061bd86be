import { hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Time to sign in at the provider. */
export const attemptLifetimeMs = 10 * minute

/** Answers of providers, each of which makes requests to the provider. */
export const callbackLimits: AttemptLimits = {
  perIp: [60, minute],
  perIpAndAccount: [],
  perAccount: [60, minute],
}

export const providerTimeoutSeconds = 10

/** Metadata of a provider is read again after that. */
export const metadataLifetimeMs = 24 * hour
