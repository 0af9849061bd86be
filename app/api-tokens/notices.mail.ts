import { say } from '@foyer/sentences'

import type { Notice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = { label: say('Look at your tokens'), path: route('api-tokens.index') }

/** There is something new that opens the account. @param name  what the token is called */
export function tokenMadeNotice(name: string): Notice {
  return {
    subject: say('A new API token was made'),
    happened: say(
      'Programs that have the token "{name}" can now use your account, within what you allowed it.',
      { name },
    ),
    button,
  }
}

export function tokenRotatedNotice(name: string): Notice {
  return {
    subject: say('An API token was rotated'),
    happened: say('The token "{name}" has a new text. The old one works for a day at most.', {
      name,
    }),
    button,
  }
}
