import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'

/** To the address that is to be replaced, before anything is. */
export function changeAskedNotice(email: string): Notice {
  return {
    subject: say('A new address was entered for your account'),
    happened: say(
      'Your account is to use {email} from now on. That happens once the new address is confirmed; until then everything stays as it is.',
      { email },
    ),
    more: [say('If it was you, open the mail at the new address.')],
  }
}
