import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const passkeyTimeTravel: TimeTravelFeature = {
  primaryFact: 'passkey',
  facts: ({ passkeys }, { t }) =>
    Object.entries(passkeys).map(([id, { name, secondFactorOnly }]) => [
      `passkey ${id}`,
      secondFactorOnly ? t('Security key') : t('Passkey'),
      name,
    ]),

  takeoverStep: {
    step: 'passkeys',
    todo: (t, count) => t.n(count, 'Remove one passkey', 'Remove {count} passkeys'),
    done: (t) => t('Their passkeys are removed'),
  },
}
