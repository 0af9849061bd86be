import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'

/** At once, to the owner of an account that leaves: when it is erased, and the way back. @param path  of the link that brings it back */
export function leavingNotice(path: string, when: string): Notice {
  return {
    subject: say('Your account will be deleted'),
    happened: say(
      'On {when} everything we keep about you is erased, and nothing can bring it back.',
      { when },
    ),
    more: [
      say('Until then one click keeps your account, exactly as it was. You need not be signed in.'),
    ],
    button: { label: say('Keep my account'), path },
  }
}
