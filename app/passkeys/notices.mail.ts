import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = { label: say('See your passkeys'), path: `${route('profile.show')}#passkeys` }

/** To the owner, when a passkey opens the account from now on. */
export function passkeyAddedNotice(name: string): Notice {
  return {
    subject: say('A passkey was added to your account'),
    happened: say('The passkey "{name}" opens your account from now on, without a password.', {
      name,
    }),
    button,
  }
}

/** To the owner, when a passkey no longer opens the account. */
export function passkeyRemovedNotice(name: string): Notice {
  return {
    subject: say('A passkey was removed from your account'),
    happened: say('The passkey "{name}" no longer opens your account.', { name }),
    button,
  }
}

/** To the owner, when an authenticator that counts its uses went back. */
export function passkeyCopiedNotice(name: string): Notice {
  return {
    subject: say('One of your passkeys may have been copied'),
    happened: say(
      'The passkey "{name}" was used in a way that only a copy of it would be. It was refused, and nobody came in.',
      { name },
    ),
    more: [say('Remove this passkey, then add a new one in its place.')],
    button,
  }
}
