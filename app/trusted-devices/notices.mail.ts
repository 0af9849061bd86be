import { msg } from '@foyer/i18n'

import { namesOfDevice } from '#app/platform/lib/user-agent.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function trustCopiedNotice(): SecurityNotice {
  return {
    type: 'trust-copied',
    description: msg(
      'Your password was entered with an outdated copy of the cookie that marks one of your devices as trusted. Someone may have copied it, so no device is trusted any more.',
    ),
    nextSteps: [
      msg("If you restored a browser or a backup, you don't need to do anything."),
      msg(
        "Otherwise somebody knows your password. Change it now, and sign out the devices that aren't yours.",
      ),
    ],
    button: { label: msg('Change your password'), path: `${route('profile.security')}#password` },
  }
}

export function deviceTrustedNotice(days: number, userAgent: string | null): SecurityNotice {
  return {
    type: 'device-trusted',
    values: namesOfDevice(userAgent),
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
