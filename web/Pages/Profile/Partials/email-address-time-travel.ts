import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const emailAddressTimeTravel: TimeTravelFeature = {
  facts: ({ emailAddresses }, { t }) =>
    Object.entries(emailAddresses).map(([id, { email, isRecoveryOnly }]) => [
      `email-address ${id}`,
      isRecoveryOnly ? t('Recovery address') : t('Additional address'),
      email,
    ]),

  takeoverStep: {
    step: 'email-addresses',
    todo: (t, count) => t.n(count, 'Remove one email address', 'Remove {count} email addresses'),
    done: (t) => t('Their email addresses are removed'),
  },
}
