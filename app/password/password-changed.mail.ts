import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** After a change with the current password. */
export function passwordChangedNotice(): SecurityNotice {
  return {
    subject: msg('Your password was changed'),
    description: msg(
      'The password of your account was changed, and every other device was signed out.',
    ),
  }
}

interface RevokedAccess {
  tokensRevoked: boolean
  /** Passkey names. */
  removedPasskeys: string[]
  remainingPasskeys: string[]
}

/** After a reset by mail: lists the access that was revoked and the passkeys that remain. */
export function passwordResetNotice({
  tokensRevoked,
  removedPasskeys,
  remainingPasskeys,
}: RevokedAccess): SecurityNotice {
  const [removedNames, remainingNames] = [removedPasskeys, remainingPasskeys].map((names) =>
    names.join(', '),
  )
  return {
    subject: msg('Your password was changed'),
    description: msg(
      'Someone opened the link in our mail and chose a new password. Every device was signed out.',
    ),
    nextSteps: [
      ...(tokensRevoked ? [msg('The API tokens were taken away.')] : []),
      ...(removedNames
        ? [msg('Passkeys that were removed: {names}.', { names: removedNames })]
        : []),
      ...(remainingNames
        ? [msg('Passkeys that still open your account: {names}.', { names: remainingNames })]
        : []),
    ],
  }
}
