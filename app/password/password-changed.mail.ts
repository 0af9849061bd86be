import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'

/** By someone signed in, who knew the old one. */
export function passwordChangedNotice(): Notice {
  return {
    subject: say('Your password was changed'),
    happened: say(
      'The password of your account was changed, and every other device was signed out.',
    ),
  }
}

interface Doors {
  tokensRevoked: boolean
  /** Names of passkeys. */
  removed: string[]
  left: string[]
}

/** By a link in a mail of ours: which ways in were closed with it, and which were not. */
export function passwordResetNotice({ tokensRevoked, removed, left }: Doors): Notice {
  const [gone, open] = [removed, left].map((names) => names.join(', '))
  return {
    subject: say('Your password was changed'),
    happened: say(
      'Someone opened the link in our mail and chose a new password. Every device was signed out.',
    ),
    more: [
      ...(tokensRevoked ? [say('The API tokens were taken away.')] : []),
      ...(gone ? [say('Passkeys that were removed: {names}.', { names: gone })] : []),
      ...(open ? [say('Passkeys that still open your account: {names}.', { names: open })] : []),
    ],
  }
}
