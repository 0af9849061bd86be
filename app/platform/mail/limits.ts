import { day, hour } from '#app/platform/lib/durations.ts'
import type { Rate } from '#app/platform/rate-limit/rate-limit-result.ts'

/** How long the link "This wasn't me" in a security notice works. */
export const takeoverLinkDays = 7
export const takeoverLinkLifetimeMs = takeoverLinkDays * day

export const smtpTimeouts = { stepTimeoutMs: 10_000, mailTimeoutMs: 60_000 }

/** Mails that a stranger can cause: registration, verification, email change. Beyond these limits none is sent. */
export const mailsPerRecipient: Rate[] = [
  { limit: 6, windowMs: hour },
  { limit: 20, windowMs: day },
]

/** Mails that one account causes. */
export const mailsPerAccount: Rate[] = [
  { limit: 10, windowMs: hour },
  { limit: 30, windowMs: day },
]

/** Warnings to an owner, and mails that lead back to an account. Counted apart, so that no other mail uses them up. */
export const ownerMailsPerAccount: Rate[] = [
  { limit: 3, windowMs: hour },
  { limit: 10, windowMs: day },
]
