import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** Sent to the user when a session was ended after too many wrong passwords or codes in it. */
export function sessionEndedByGuessingNotice(count: number): SecurityNotice {
  return {
    type: 'password-guessed',
    description: msg(
      'A wrong password or code was entered {count} times on a device that was signed in to your account. We signed that device out.',
      { count },
    ),
  }
}
