import { day } from '#app/platform/lib/durations.ts'

/** How long the link "This wasn't me" in a security notice works. */
export const takeoverLinkLifetimeMs = 7 * day

export const smtpTimeouts = { stepTimeoutMs: 10_000, mailTimeoutMs: 60_000 }
