import type { Translator } from '@foyer/i18n'

import type { TeamTokenPermission } from '#app/permissions.ts'

export function teamTokenPermissionLabels(
  t: Translator,
): Record<TeamTokenPermission, { name: string; description: string }> {
  return {
    'team.view': { name: t('See the team'), description: t('and its members') },
    'members.invite': {
      name: t('Invite members'),
      description: t('with the role "Member", see email addresses and revoke such invitations'),
    },
  }
}
