import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'

/** Sent to the additional addresses that stay after a reported takeover; the primary one gets the recovery link. */
export function accountSecuredNotice(): SecurityNotice {
  return {
    type: 'account-secured',
    description: msg(
      'Someone chose "This wasn\'t me" in one of our emails. All devices were signed out, the password was removed, and your primary address got a link to choose a new one.',
    ),
  }
}
