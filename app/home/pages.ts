import type { SessionRow } from '#app/browser-sessions/pages.ts'
import type { Registration, SecurityIssue } from '#app/pages.ts'
import type { EventRow } from '#app/time-travel/pages.ts'

export interface HomePages {
  Welcome: { registration: Registration }
  Dashboard: {
    /** The person has just signed in with a password, and has no passkey. */
    passkeyOffer: boolean
    /** The most urgent first. */
    securityIssues: SecurityIssue[]
    /** The latest; this device first. */
    sessions: SessionRow[]
    /** Number of live sessions. */
    sessionCount: number
    memberSince: string
    /** The newest first; an optional prop. */
    recentEvents?: EventRow[]
  }
}
