import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function deletionCancelledNotice(): SecurityNotice {
  return {
    type: 'deletion-cancelled',
    description: msg('The deletion was cancelled. Everything is as you left it.'),
    button: { label: msg('Sign in'), path: route('login') },
  }
}
