import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** By someone signed in, who knew the old one. */
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
  /** Names of passkeys. */
  removedPasskeys: string[]
  remainingPasskeys: string[]
}

/** By a link in a mail of ours: which ways in were closed with it, and which were not. */
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
