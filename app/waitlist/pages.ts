import type { ChallengeForPage } from '#app/pages.ts'

export interface WaitlistPages {
  'Auth/Waitlist': {
    challenge: ChallengeForPage | null
    /** The dev mailbox; null unless enabled. */
    mailboxUrl: string | null
  }
  'Auth/WaitlistChange': { email: string; isWaiting: boolean; action: string }
}
