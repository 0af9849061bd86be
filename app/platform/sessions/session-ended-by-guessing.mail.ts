import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** Sent to the user when a session was ended after too many wrong passwords or codes in it. */
export function sessionEndedByGuessingNotice(): SecurityNotice {
  return {
    subject: msg('Someone tried to guess their way into your account'),
    description: msg(
      'On a device that was signed in to your account, a wrong password or code was entered ten times. We signed that device out.',
    ),
  }
}
