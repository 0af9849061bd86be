import { msg } from '@foyer/i18n'

import type { SecondFactor } from '#app/pages.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const reviewButton = {
  label: msg('Review your second factors'),
  path: `${route('profile.security')}#two-factor`,
}

/** @param factor  the one that turned it on */
export function twoFactorOnNotice(factor: SecondFactor): SecurityNotice {
  return {
    type: 'two-factor-on',
    description:
      factor === 'passkey'
        ? msg(
            'Signing in with your password now asks for your passkey or security key. All other devices were signed out.',
          )
        : msg('Signing in now asks for a code from your app. All other devices were signed out.'),
  }
}

export function appAddedNotice(): SecurityNotice {
  return {
    type: 'app-added',
    description: msg('After your password, a code from this app can now be used to sign in.'),
    button: reviewButton,
  }
}

export function appRemovedNotice(): SecurityNotice {
  return {
    type: 'app-removed',
    description: msg('Signing in with your password still asks for your passkey or security key.'),
    button: reviewButton,
  }
}

export function twoFactorOffNotice(): SecurityNotice {
  return {
    type: 'two-factor-off',
    description: msg('Only one step protects your account.'),
  }
}

export function codesReplacedNotice(): SecurityNotice {
  return {
    type: 'recovery-codes-replaced',
    description: msg(
      'New recovery codes were created for your account. The old ones no longer work.',
    ),
  }
}

/** @param left  remaining codes */
export function recoveryCodeUsedNotice(left: number): SecurityNotice {
  return {
    type: 'recovery-code-used',
    description: msg('Someone signed in to your account with one of your recovery codes.'),
    nextSteps: [
      msg.n(
        left,
        'One code is left. Create new ones before you need it.',
        '{count} codes are left. You can create new ones at any time.',
      ),
    ],
    button: {
      label: msg('Review your recovery codes'),
      path: `${route('profile.security')}#two-factor`,
    },
  }
}

/** Sent after a correct password and several wrong codes. */
export function wrongCodesNotice(count: number): SecurityNotice {
  return {
    type: 'password-known',
    description: msg.n(
      count,
      'Your password was entered correctly, followed by a wrong code.',
      'Your password was entered correctly, followed by {count} wrong codes.',
    ),
    nextSteps: [msg("If this wasn't you, change your password: only the code kept them out.")],
  }
}

/** Sent after correct passwords on unknown devices, none followed by a second factor. */
export function passwordKnownNotice(count: number): SecurityNotice {
  return {
    type: 'password-known',
    description: msg.n(
      count,
      "Your password was entered on a device we don't recognize, without your second factor.",
      "Your password was entered {count} times on devices we don't recognize, without your second factor.",
    ),
    nextSteps: [msg("If this wasn't you, change your password. Nobody got in.")],
    budget: 'warning',
    button: { label: msg('Change your password'), path: `${route('profile.security')}#password` },
  }
}
