import { day, hour } from '#app/platform/lib/durations.ts'
import { per, type Rate } from '#app/platform/rate-limit/rate.ts'

/** How long the link "This wasn't me" in a security notice works. */
export const takeoverLinkDays = 7
export const takeoverLinkLifetimeMs = takeoverLinkDays * day

export const smtpTimeouts = { stepTimeoutMs: 10_000, mailTimeoutMs: 60_000 }

/** Mails that a stranger can cause: registration, verification, email change. Beyond these limits none is sent. */
export const mailsPerRecipient: Rate[] = [per(6, hour), per(20, day)]

/** Mails that one account causes. */
export const mailsPerAccount: Rate[] = [per(10, hour), per(30, day)]

/** Warnings to an owner, and mails that lead back to an account. Counted apart, so that no other mail uses them up. */
export const ownerMailsPerAccount: Rate[] = [per(3, hour), per(10, day)]
