import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

import { rotationOverlapHours } from './limits.ts'

const button = { label: msg('Review your API tokens'), path: route('api-tokens.index') }

export function tokenCreatedNotice(name: string): SecurityNotice {
  return {
    type: 'token-created',
    values: { target: name },
    description: msg(
      'Programs with the API token "{name}" can now use your account with the permissions you chose.',
      { name },
    ),
    button,
  }
}

export function tokenRotatedNotice(name: string): SecurityNotice {
  return {
    type: 'token-rotated',
    values: { target: name },
    description: msg(
      'The API token "{name}" has a new value. The old one works for up to {hours} hours.',
      {
        name,
        hours: rotationOverlapHours,
      },
    ),
    button,
  }
}
