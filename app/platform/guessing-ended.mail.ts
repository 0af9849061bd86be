import { say } from '@foyer/sentences'

import type { Notice } from './mail/security-notice.ts'

/** To the owner of a session that was ended because someone in it kept guessing. */
export function guessingEndedNotice(): Notice {
  return {
    subject: say('Someone tried to guess their way into your account'),
    happened: say(
      'On a device that was signed in to your account, a wrong password or code was entered ten times. We signed that device out.',
    ),
  }
}
