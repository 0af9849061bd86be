import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** After a change with the current password. */
export function passwordChangedNotice(): SecurityNotice {
  return {
    subject: msg('Your password was changed'),
    description: msg(
      'The password of your account was changed. All other devices were signed out.',
    ),
  }
}

interface RevokedAccess {
  tokensRevoked: boolean
  /** Passkey names. */
  removedPasskeys: string[]
  remainingPasskeys: string[]
  /** The providers of linked accounts, which a reset leaves. */
  linkedProviders: string[]
}

/** After a reset by mail: lists the access that was revoked and the passkeys that remain. */
export function passwordResetNotice({
  tokensRevoked,
  removedPasskeys,
  remainingPasskeys,
  linkedProviders,
}: RevokedAccess): SecurityNotice {
  const [removedNames, remainingNames] = [removedPasskeys, remainingPasskeys].map((names) =>
    names.join(', '),
  )
  return {
    subject: msg('Your password was changed'),
    description: msg(
      'Someone opened the link we sent you and chose a new password. All devices were signed out.',
    ),
    nextSteps: [
      ...(tokensRevoked ? [msg('All API tokens were revoked.')] : []),
      ...(removedNames ? [msg('Passkeys removed: {names}.', { names: removedNames })] : []),
      ...(remainingNames
        ? [msg('Passkeys that still work: {names}.', { names: remainingNames })]
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
