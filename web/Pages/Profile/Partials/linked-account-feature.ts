import { msg } from '@foyer/i18n'

import type { ProvidersEvents } from '#app/providers/events.ts'
import type { AccountFeature, EventInfo, PropName } from '#web/account-features.ts'
import { globe } from '#web/components/icons/globe.ts'

const invalidates: readonly PropName[] = ['linkedAccounts', 'password', 'securityIssues']

export const linkedAccountFeature: AccountFeature = {
  events: {
    'linked-account.added': { invalidates },
    'linked-account.changed': { invalidates },
    'linked-account.removed': { invalidates },
  } satisfies Record<keyof ProvidersEvents, EventInfo>,
  kinds: { 'linked-account': { label: msg('Linked accounts'), icon: globe } },
}
