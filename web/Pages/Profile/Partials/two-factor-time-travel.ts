import { sinceDate } from '#web/components/time-travel/fact.ts'
import { secondFactorLabels } from '#web/lib/event-detail-line.ts'
import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const twoFactorTimeTravel: TimeTravelFeature = {
  primaryFact: 'two-factor',
  facts({ twoFactorSince, authenticatorAppSince, preferredFactor, recoveryCodes }, context) {
    const { t } = context
    const preferred = secondFactorLabels.get(preferredFactor)
    return [
      [
        'two-factor',
        t('Two-factor authentication'),
        sinceDate(context, twoFactorSince) ?? t('Off'),
      ],
      ['authenticator-app', t('Authenticator app'), sinceDate(context, authenticatorAppSince)],
      ['preferred-factor', t('Default second factor'), preferred ? t(preferred) : null],
      ['codes', t('Recovery codes'), twoFactorSince && t.number(recoveryCodes)],
    ]
  },

  takeoverStep: {
    step: 'two-factor',
    todo: (t) => t('Turn off the second factor they set up'),
    done: (t) => t('Their second factor is off'),
  },
}
