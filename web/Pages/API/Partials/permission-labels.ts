import type { Translator } from '@foyer/i18n'

import type { Permission } from '#app/pages.ts'

export function permissionLabels(
  t: Translator,
): Record<Permission, { name: string; description: string }> {
  return {
    create: { name: t('Create'), description: t('add new things') },
    read: { name: t('Read'), description: t('see your profile, sessions and tokens') },
    update: { name: t('Update'), description: t('change your name, language and time zone') },
    delete: { name: t('Delete'), description: t('end sessions and revoke tokens') },
  }
}
