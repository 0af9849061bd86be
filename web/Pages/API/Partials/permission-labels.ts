import type { Translator } from '@foyer/i18n'

import type { Permission } from '#app/pages.ts'

export function permissionLabels(
  t: Translator,
): Record<Permission, { name: string; description: string }> {
  return {
    read: { name: t('Read'), description: t('your profile, sessions, API tokens and activity') },
    update: { name: t('Update'), description: t('your name, language and time zone') },
    delete: { name: t('Delete'), description: t('sign out devices and revoke API tokens') },
  }
}
