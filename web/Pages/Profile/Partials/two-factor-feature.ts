import { msg } from '@foyer/i18n'

import type { TwoFactorEvents } from '#app/account-events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { shield } from '#web/components/icons/shield.ts'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
import { sinceDate } from '#web/Pages/TimeTravel/Partials/fact.ts'

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
    'recovery-codes.replaced': { invalidates },
    'recovery-code.used': { invalidates },
    'sign-in.stopped': {},
  } satisfies Record<keyof TwoFactorEvents, EventInfo>,
  kinds: { 'two-factor': { label: msg('Two-factor authentication'), icon: shield } },
  primaryFact: 'two-factor',

  facts({ twoFactorSince, recoveryCodes }, context) {
    const { t } = context
    return [
      [
        'two-factor',
        t('Two-factor authentication'),
        sinceDate(context, twoFactorSince) ?? t('Off'),
      ],
      ['codes', t('Recovery codes'), twoFactorSince && t.number(recoveryCodes)],
    ]
  },

  takeoverStep: {
    step: 'two-factor',
    todo: (t) => t('Turn off the second factor they set up'),
    done: (t) => t('Their second factor is off'),
  },

  securityFixes(t) {
    const href = accountSectionUrl('two-factor')
    return {
      'second-factor': [
        t('Your account is protected by a password only.'),
        t('Add a second factor'),
        href,
      ],
      'recovery-codes': [t("You're running out of recovery codes."), t('Create new codes'), href],
    }
  },
}
