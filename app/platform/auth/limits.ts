import { hour, minute } from '#app/platform/lib/durations.ts'

/** How long links in mails are valid: verification, password reset, email change. */
export const linkLifetimeMs = hour

/** Failed sign-ins within this time become one event. Limits that slow them down are in app/sign-in/limits.ts. */
export const failedSignInWindowMs = 15 * minute
