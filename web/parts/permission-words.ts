import type { Text } from '@foyer/sentences'

import type { Permission } from '#app/pages.ts'

/** What each permission is called, and what it lets a program do. */
export function permissionWords(t: Text): Record<Permission, { name: string; about: string }> {
  return {
    create: { name: t('Create'), about: t('add new things') },
    read: { name: t('Read'), about: t('see your profile, sessions and tokens') },
    update: { name: t('Update'), about: t('change your name, language and time zone') },
    delete: { name: t('Delete'), about: t('end sessions and revoke tokens') },
  }
}
