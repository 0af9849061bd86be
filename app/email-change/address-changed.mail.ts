import { msg } from '@foyer/i18n'

import { undoLinkDays } from '#app/account-takeover/limits.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** Sent to the replaced address. Its "this wasn't me" link restores it. */
export function addressChangedNotice(email: string): SecurityNotice {
  return {
    type: 'address-changed',
    values: { target: email },
    description: msg('Your account now uses {email}. We no longer send email about it here.', {
      email,
    }),
    nextSteps: [
      msg(
        "If this was you, you don't need to do anything. If not, the button below restores this address. It works for {days} days.",
        { days: undoLinkDays },
      ),
    ],
  }
}

/** Sent to the additional addresses. */
export function addressChangedCopy(email: string): SecurityNotice {
  return {
    type: 'address-changed',
    values: { target: email },
    description: msg("{email} is now your account's primary address.", { email }),
  }
}
