import type { Feature } from '#app/platform/feature.ts'

import { keepLastAdministrator } from './keep-last-administrator.ts'
import { roleChangedNotice } from './role-changed.mail.ts'

export const rolesFeature: Feature = {
  beforeDeletion: (tx, { config }, actor) => keepLastAdministrator(tx, config, actor),
  mailPreviews: { roleChangedNotice: roleChangedNotice('support') },
}
