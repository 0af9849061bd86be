import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

export function newDeviceNotice(): SecurityNotice {
  return {
    subject: msg('A new device signed in to your account'),
    description: msg(
      'Someone, we hope you, signed in from a browser that your account had not been used in.',
    ),
    nextSteps: [msg('If it was you, there is nothing to do.')],
  }
}
