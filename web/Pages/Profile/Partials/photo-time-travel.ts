import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const photoTimeTravel: TimeTravelFeature = {
  facts: ({ photo }, { t }) => [
    ['photo', t('Photo'), photo ? t('Your own') : t('Your initials'), 'photo'],
  ],
}
