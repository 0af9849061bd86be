import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = { label: msg('Review your passkeys'), path: `${route('profile.security')}#passkeys` }

export function passkeyAddedNotice(name: string): SecurityNotice {
  return {
    subject: msg('A passkey was added to your account'),
    description: msg('The passkey "{name}" can now sign in to your account without a password.', {
      name,
    }),
    button,
  }
}

export function passkeyRemovedNotice(name: string): SecurityNotice {
  return {
    subject: msg('A passkey was removed from your account'),
    description: msg('The passkey "{name}" can no longer sign in to your account.', { name }),
    button,
  }
}

/** Sent when an authenticator's signature counter went back. */
export function passkeyCopiedNotice(name: string): SecurityNotice {
  return {
    subject: msg('One of your passkeys may have been copied'),
    description: msg(
      'The passkey "{name}" was used in a way that suggests a copy of it exists. We blocked that sign-in.',
      { name },
    ),
    nextSteps: [msg('Remove this passkey and add a new one.')],
    button,
  }
}
