import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** To the current address, when a change is requested. */
export function changeRequestedNotice(email: string): SecurityNotice {
  return {
    subject: msg('A new address was entered for your account'),
    description: msg(
      'Your account is to use {email} from now on. That happens once the new address is confirmed; until then everything stays as it is.',
      { email },
    ),
    nextSteps: [msg('If it was you, open the mail at the new address.')],
  }
}
