import { msg } from '@foyer/i18n'

import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

import { supportAccessMinutes as minutes } from './limits.ts'

/** Names and reason are in the details of the mail. */
export function accessRequestedNotice(access: string): SecurityNotice {
  return {
    type: 'support-access-requested',
    values: { access },
    description: msg(
      'Our support team asks to see your account for {minutes} minutes. They see your pages as you do, but no passwords, codes or tokens, and they can change nothing.',
      { minutes },
    ),
    nextSteps: [msg('Nobody sees anything unless you agree.')],
    button: {
      label: msg('Answer the request'),
      path: route('support-access.show', { access }),
    },
  }
}

export function accessApprovedNotice(): SecurityNotice {
  return {
    type: 'support-access-approved',
    description: msg(
      'They see your pages for {minutes} minutes and can change nothing. Every page they open is in your history. You can end it on each of your pages.',
      { minutes },
    ),
    button: { label: msg('Open your history'), path: route('time-travel.index') },
  }
}
