import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = { label: msg('Look at your tokens'), path: route('api-tokens.index') }

export function tokenCreatedNotice(name: string): SecurityNotice {
  return {
    subject: msg('A new API token was made'),
    description: msg(
      'Programs that have the token "{name}" can now use your account, within what you allowed it.',
      { name },
    ),
    button,
  }
}

export function tokenRotatedNotice(name: string): SecurityNotice {
  return {
    subject: msg('An API token was rotated'),
    description: msg('The token "{name}" has a new text. The old one works for a day at most.', {
      name,
    }),
    button,
  }
}
