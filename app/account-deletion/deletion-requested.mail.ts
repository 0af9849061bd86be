import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** @param path  of the cancel link */
export function deletionRequestedNotice(path: string, when: string): SecurityNotice {
  return {
    type: 'deletion-requested',
    description: msg(
      "On {when}, everything we store about you will be erased. This can't be undone.",
      { when },
    ),
    nextSteps: [
      msg('Until then, you can keep your account exactly as it was, without signing in.'),
    ],
    button: { label: msg('Keep my account'), path, showUrl: true },
  }
}
