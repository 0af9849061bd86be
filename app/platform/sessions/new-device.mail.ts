import { msg } from '@foyer/i18n'

import { namesOfDevice } from '#app/platform/lib/user-agent.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

export function newDeviceNotice(userAgent: string | null): SecurityNotice {
  return {
    type: 'new-device',
    values: namesOfDevice(userAgent),
    description: msg("You (or someone else) signed in from a browser that's new to your account."),
    nextSteps: [msg("If this was you, you don't need to do anything.")],
    budget: 'new-device',
  }
}
