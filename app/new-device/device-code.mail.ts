import { msg } from '@foyer/i18n'

import { codeLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

/** The code is not in the subject, which phones show while they are locked. */
export function deviceCodeNotice(code: string): SecurityNotice {
  return {
    type: 'device-code',
    description: msg(
      "Your password was entered on a device we don't recognize. If this is you, enter this code there: {code}",
      { code },
    ),
    nextSteps: [
      msg('It works once, for {minutes} minutes, and only on that device.', {
        minutes: codeLifetimeMinutes,
      }),
      msg(
        "If this isn't you, someone knows your password. They can't get in without the code: keep it to yourself, and change your password now.",
      ),
    ],
    button: { label: msg('Change your password'), path: `${route('profile.security')}#password` },
  }
}
