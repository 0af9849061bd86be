import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

export function signedOutEverywhereNotice(): SecurityNotice {
  return {
    type: 'signed-out-everywhere',
    description: msg('All devices were signed out of your account. API tokens keep working.'),
    button: { label: msg('Sign in'), path: route('login') },
  }
}
