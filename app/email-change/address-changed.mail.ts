import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** To the replaced address. Its "this wasn't me" link restores it. */
export function addressChangedNotice(email: string): SecurityNotice {
  return {
    subject: msg('The address of your account was changed'),
    description: msg('Your account uses {email} now. Mail about it no longer comes here.', {
      email,
    }),
    nextSteps: [
      msg(
        'If it was you, there is nothing to do. If not, the link below puts this address back, for seven days.',
      ),
    ],
  }
}
