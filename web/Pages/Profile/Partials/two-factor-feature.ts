import { msg } from '@foyer/i18n'

import type { TwoFactorEvents } from '#app/two-factor/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { shield } from '#web/components/icons/shield.ts'
import { accountSectionUrl } from '#web/lib/account-sections.ts'

const invalidates: readonly PropName[] = [
  'auth',
  'twoFactor',
  'cannotDisableTwoFactor',
  'securityIssues',
]

export const twoFactorFeature: AccountFeature = {
  events: {
    'two-factor.enabled': { invalidates },
    'two-factor.disabled': { invalidates },
    'authenticator-app.added': { invalidates },
    'authenticator-app.removed': { invalidates },
    'second-factor.preferred': { invalidates },
    'recovery-codes.replaced': { invalidates },
    'recovery-code.used': { invalidates },
    'device-code.issued': {},
    'sign-in.stopped': {},
  } satisfies Record<keyof TwoFactorEvents, EventInfo>,
  kinds: { 'two-factor': { label: msg('Two-factor authentication'), icon: shield } },

  securityFixes(t) {
    const href = accountSectionUrl('two-factor')
    return {
      'second-factor': [
        t('Only one step protects your account. Add a code from an app, or a passkey.'),
        t('Add a second factor'),
        href,
      ],
      'recovery-codes': [t("You're running out of recovery codes."), t('Create new codes'), href],
    }
  },
}
