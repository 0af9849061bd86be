import type { Feature } from '#app/platform/feature.ts'

import { requireOtherAdministrator } from './require-other-administrator.ts'

export const rolesFeature: Feature = {
  beforeDeletion: (tx, { config }, actor) => requireOtherAdministrator(tx, config, actor),
}
