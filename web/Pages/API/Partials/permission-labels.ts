import type { Translator } from '@foyer/i18n'

import type { AccountPermission } from '#app/permissions.ts'

export function permissionLabels(
  t: Translator,
): Record<AccountPermission, { name: string; description: string }> {
  return {
    read: { name: t('Read'), description: t('your profile, sessions, API tokens and activity') },
    update: { name: t('Update'), description: t('your name, language and time zone') },
    delete: { name: t('Delete'), description: t('sign out devices and revoke API tokens') },
  }
}
