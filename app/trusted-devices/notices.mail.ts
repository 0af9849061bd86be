import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function deviceTrustedNotice(days: number): SecurityNotice {
  return {
    type: 'device-trusted',
    description: msg.n(
      days,
      'For one day, signing in on this device needs no second factor. Your password is still asked for.',
      'For {count} days, signing in on this device needs no second factor. Your password is still asked for.',
    ),
    button: {
      label: msg('Review your trusted devices'),
      path: `${route('profile.security')}#trusted-devices`,
    },
  }
}
