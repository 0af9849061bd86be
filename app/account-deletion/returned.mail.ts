import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

/** To the owner of an account that was leaving and stays. */
export function returnedNotice(): Notice {
  return {
    subject: say('Your account stays'),
    happened: say('It is not deleted any more. Everything is where you left it.'),
    button: { label: say('Sign in'), path: route('login') },
  }
}
