import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = { label: msg('Review your passkeys'), path: `${route('profile.security')}#passkeys` }

/** @param isAutomatic  created by the browser's password manager, without a prompt */
export function passkeyAddedNotice(name: string, isAutomatic = false): SecurityNotice {
  return {
    type: 'passkey-added',
    values: { target: name },
    description: isAutomatic
      ? msg(
          'You signed in with your password, and your password manager created the passkey "{name}". It can now sign in to your account without a password.',
          { name },
        )
      : msg('The passkey "{name}" can now sign in to your account without a password.', { name }),
    button,
  }
}

export function securityKeyAddedNotice(name: string): SecurityNotice {
  return {
    type: 'security-key-added',
    values: { target: name },
    description: msg('After your password, "{name}" can now be used to sign in.', { name }),
    button: { ...button, label: msg('Review your security keys') },
  }
}

export function passkeyRemovedNotice(name: string): SecurityNotice {
  return {
    type: 'passkey-removed',
    values: { target: name },
    description: msg('The passkey "{name}" can no longer sign in to your account.', { name }),
    button,
  }
}

export function securityKeyRemovedNotice(name: string): SecurityNotice {
  return {
    type: 'security-key-removed',
    values: { target: name },
    description: msg('"{name}" can no longer be used to sign in to your account.', { name }),
    button: { ...button, label: msg('Review your security keys') },
  }
}

/** Sent when an authenticator's signature counter went back. */
export function passkeyCopiedNotice(name: string): SecurityNotice {
  return {
    type: 'passkey-copied',
    values: { target: name },
    description: msg(
      'The passkey "{name}" was used in a way that suggests a copy of it exists. We blocked that sign-in.',
      { name },
    ),
    nextSteps: [msg('Remove this passkey and add a new one.')],
    button,
  }
}
