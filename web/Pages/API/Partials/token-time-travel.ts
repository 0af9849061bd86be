import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

import { permissionLabels } from './permission-labels.ts'

export const tokenTimeTravel: TimeTravelFeature = {
  primaryFact: 'token',
  facts({ tokens }, { t }) {
    const permissionNames = new Map<string, string>(
      Object.entries(permissionLabels(t)).map(([permission, label]) => [permission, label.name]),
    )
    return Object.entries(tokens).map(([id, { name, permissions }]) => [
      `token ${id}`,
      t('API token'),
      [name, permissions.map((it) => permissionNames.get(it) ?? it).join(', ')].join(': '),
    ])
  },

  takeoverStep: {
    step: 'tokens',
    todo: (t, count) => t.n(count, 'Revoke one API token', 'Revoke {count} API tokens'),
    done: (t) => t('Their API tokens are revoked'),
  },
}
