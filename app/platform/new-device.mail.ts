import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'

/** To the owner, when someone signed in from a browser that the account has not seen. */
export function newDeviceNotice(): Notice {
  return {
    subject: say('A new device signed in to your account'),
    happened: say(
      'Someone, we hope you, signed in from a browser that your account had not been used in.',
    ),
    more: [say('If it was you, there is nothing to do.')],
  }
}
