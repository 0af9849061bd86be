import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function accountLockedNotice(): SecurityNotice {
  return {
    type: 'account-locked',
    description: msg(
      'Nobody can sign in to your account, all devices are signed out and API tokens are disabled. Nothing was deleted.',
    ),
    nextSteps: [msg('If you think this is a mistake, contact the operator of the site.')],
  }
}

export function accountUnlockedNotice(): SecurityNotice {
  return {
    type: 'account-unlocked',
    description: msg('You can sign in again.'),
    button: { label: msg('Sign in'), path: route('login') },
  }
}
