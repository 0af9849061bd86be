import { msg } from '@foyer/i18n'

import type { TeamEvents } from '#app/teams/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { people } from '#web/components/icons/people.ts'
import { route } from '#web/route.ts'

const invalidates: readonly PropName[] = [
  'teams',
  'team',
  'members',
  'memberCount',
  'invitations',
  'openInvitations',
  'teamEvents',
  'ownershipOffer',
  'candidates',
  'requirements',
  'unmet',
  'endpoints',
  'domains',
  'tokens',
]

export const teamFeature: AccountFeature = {
  navigation: {
    page: 'Teams/Index',
    href: () => route('teams.index'),
    label: msg('Teams'),
    icon: people,
    isOffered: ({ teams }) => teams ?? false,
  },
  events: {
    'team.created': { invalidates },
    'team.updated': { invalidates },
    'team.picture-changed': { invalidates },
    'team.joined': { invalidates },
    'team.role-changed': { invalidates },
    'team.left': { invalidates },
    'team.member-invited': { invalidates },
    'team.invitation-sent-again': { invalidates },
    'team.invitation-revoked': { invalidates },
    'team.member-changed': { invalidates },
    'team.member-removed': { invalidates },
    'team.handover-offered': { invalidates },
    'team.handover-withdrawn': { invalidates },
    'team.handed-over': { invalidates },
    'team.requirements-changed': { invalidates },
    'team.deletion-requested': { invalidates },
    'team.deletion-cancelled': { invalidates },
    'team.webhook-changed': { invalidates },
    'team.token-created': { invalidates },
    'team.token-revoked': { invalidates },
    'team.domain-changed': { invalidates },
  } satisfies Record<keyof TeamEvents, EventInfo>,
  kinds: { team: { label: msg('Teams'), icon: people } },
}
