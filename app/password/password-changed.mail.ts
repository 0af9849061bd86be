import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'

/** By someone signed in, who knew the old one. */
export function passwordChangedNotice(): Notice {
  return {
    subject: say('Your password was changed'),
    happened: say(
      'The password of your account was changed, and every other device was signed out.',
    ),
  }
}

/** By a link in a mail of ours. */
export function passwordResetNotice(): Notice {
  return {
    subject: say('Your password was changed'),
    happened: say(
      'Someone opened the link in our mail and chose a new password. Every device was signed out.',
    ),
  }
}
