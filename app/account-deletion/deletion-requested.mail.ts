import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** @param path  of the cancel link */
export function deletionRequestedNotice(path: string, when: string): SecurityNotice {
  return {
    subject: msg('Your account will be deleted'),
    description: msg(
      'On {when} everything we keep about you is erased, and nothing can bring it back.',
      { when },
    ),
    nextSteps: [
      msg('Until then one click keeps your account, exactly as it was. You need not be signed in.'),
    ],
    button: { label: msg('Keep my account'), path },
  }
}
