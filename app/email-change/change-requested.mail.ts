import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** Sent to the current address when a change is requested. */
export function changeRequestedNotice(email: string): SecurityNotice {
  return {
    type: 'address-change-requested',
    values: { target: email },
    description: msg(
      'A change to {email} was requested. It takes effect once the new address is confirmed.',
      { email },
    ),
    nextSteps: [msg('If this was you, open the email we sent to the new address.')],
  }
}
