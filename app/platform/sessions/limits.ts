import { hour, day } from '#app/platform/lib/durations.ts'

/** A session without activity ends after this time. How long a confirmation counts: app/confirmation-levels.ts. */
export const idleTimeoutMs = 2 * hour

/** The same with "Keep me signed in". */
export const rememberedIdleTimeoutMs = 30 * day

/** Any session ends after this time. */
export const absoluteTimeoutMs = 90 * day

/** Lifetime of the cookie of a remembered session. */
export const maxSessionSeconds = absoluteTimeoutMs / 1000

/** How long the hash of a session secret stays in memory, which saves 3 % of a page visit. */
export const secretCacheMs = 10_000
