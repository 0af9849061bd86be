import { separator } from '#web/lib/separator.ts'
import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

export const linkedAccountTimeTravel: TimeTravelFeature = {
  primaryFact: 'linked-account',
  facts: ({ linkedAccounts }, { t }) =>
    Object.entries(linkedAccounts).map(([id, { name, email }]) => [
      `linked-account ${id}`,
      t('Linked account'),
      email ? `${name}${separator}${email}` : name,
    ]),

  takeoverStep: {
    step: 'linked-accounts',
    todo: (t, count) => t.n(count, 'Unlink one account', 'Unlink {count} accounts'),
    done: (t) => t('Their linked accounts are unlinked'),
  },
}
