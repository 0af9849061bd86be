import type { TimeTravelFeature } from '#web/Pages/TimeTravel/Partials/time-travel-features.ts'

import { teamRoleLabel } from './role-labels.ts'

export const teamTimeTravel: TimeTravelFeature = {
  facts: ({ teams }, { t }) =>
    Object.entries(teams).map(([id, { name, role }]) => [
      `team ${id}`,
      t('Team'),
      `${name}: ${teamRoleLabel(t, role)}`,
    ]),
}
