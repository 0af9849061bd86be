import type { Feature } from '#app/platform/feature.ts'

import { keepLastAdministrator } from './keep-last-administrator.ts'

export const rolesFeature: Feature = {
  beforeDeletion: (tx, { config }, actor) => keepLastAdministrator(tx, config, actor),
}
