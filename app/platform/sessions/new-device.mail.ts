import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

export function newDeviceNotice(): SecurityNotice {
  return {
    type: 'new-device',
    description: msg("You (or someone else) signed in from a browser that's new to your account."),
    nextSteps: [msg("If this was you, you don't need to do anything.")],
    budget: 'new-device',
  }
}
