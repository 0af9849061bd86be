import type { SupportAccessEvents } from '#app/support-access/events.ts'
import type { AccountFeature, EventInfo } from '#web/account-features.ts'

export const supportAccessFeature: AccountFeature = {
  events: {
    'support-access.requested': {},
    'support-access.approved': { invalidates: ['supportAccess'] },
    'support-access.declined': {},
    'support-access.page-opened': {},
    'support-access.ended': { invalidates: ['supportAccess'] },
  } satisfies Record<keyof SupportAccessEvents, EventInfo>,
}
