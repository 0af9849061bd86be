import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'

/** To the address that was replaced. Its "this wasn't me" takes the address back. */
export function addressChangedNotice(email: string): Notice {
  return {
    subject: say('The address of your account was changed'),
    happened: say('Your account uses {email} now. Mail about it no longer comes here.', { email }),
    more: [
      say(
        'If it was you, there is nothing to do. If not, the link below puts this address back, for seven days.',
      ),
    ],
  }
}
