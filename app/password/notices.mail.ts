import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

/** Sent after a change with the current password. */
export function passwordChangedNotice(): SecurityNotice {
  return {
    type: 'password-changed',
    description: msg(
      'The password of your account was changed. All other devices were signed out.',
    ),
    toEveryAddress: true,
  }
}

export function passwordRemovedNotice(): SecurityNotice {
  return {
    type: 'password-removed',
    description: msg(
      'Your account has no password now. You sign in with a passkey or a linked account. All other devices were signed out.',
    ),
    button: { label: msg('Review how you sign in'), path: `${route('profile.security')}#password` },
  }
}

interface RevokedAccess {
  /** False for an account that got its first password, or one after it was removed. */
  hadPassword: boolean
  tokensRevoked: boolean
  /** Passkey names. */
  removedPasskeys: string[]
  remainingPasskeys: string[]
  unlinkedProviders: string[]
  /** The providers of the linked accounts that remain. */
  linkedProviders: string[]
}

/** Sent after a reset by mail: lists the access that was revoked and what remains. */
export function passwordResetNotice({
  hadPassword,
  tokensRevoked,
  removedPasskeys,
  remainingPasskeys,
  unlinkedProviders,
  linkedProviders,
}: RevokedAccess): SecurityNotice {
  const [removedNames, remainingNames] = [removedPasskeys, remainingPasskeys].map((names) =>
    names.join(', '),
  )
  return {
    type: hadPassword ? 'password-changed' : 'password-added',
    description: hadPassword
      ? msg(
          'Someone opened the link we sent you and chose a new password. All devices were signed out.',
        )
      : msg(
          'Your account had no password. Someone opened the link we sent you and chose one. All devices were signed out.',
        ),
    toEveryAddress: true,
    nextSteps: [
      ...(tokensRevoked ? [msg('All API tokens were revoked.')] : []),
      ...(removedNames ? [msg('Passkeys removed: {names}.', { names: removedNames })] : []),
      ...(remainingNames
        ? [msg('Passkeys that still work: {names}.', { names: remainingNames })]
        : []),
      ...(unlinkedProviders.length > 0
        ? [msg('Accounts unlinked: {names}.', { names: unlinkedProviders.join(', ') })]
        : []),
      ...(linkedProviders.length > 0
        ? [
            msg('Linked accounts that still sign in: {names}.', {
              names: linkedProviders.join(', '),
            }),
          ]
        : []),
    ],
  }
}
