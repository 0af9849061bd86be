import type { CoreEventType } from '#app/account-events.ts'
import { accountFeatures, type EventInfo, type PropName } from '#web/account-features.ts'

const sessions: readonly PropName[] = ['sessions', 'sessionCount', 'securityIssues']
const address: readonly PropName[] = ['auth', 'emailChange', 'securityIssues']
const password: readonly PropName[] = ['password', 'securityIssues']

const coreEvents: Readonly<Record<CoreEventType, EventInfo>> = {
  'account.created': {},
  'account.locked': { invalidates: ['auth'] },
  'account.unlocked': {},
  'role.changed': { invalidates: ['auth'] },
  'account.leaving': { invalidates: ['auth'] },
  'account.returned': { invalidates: ['auth'] },
  'terms.accepted': {},
  'record.began': {},
  'record.broken': {},
  'address.verification-sent': {},
  'address.verified': { invalidates: address },
  'address-change.asked': { invalidates: address },
  'address-change.sent-again': { invalidates: address },
  'address-change.withdrawn': { invalidates: address },
  'address.changed': { invalidates: address },
  'address-change.undone': { invalidates: address },
  'profile.updated': { invalidates: ['auth', 'information'] },
  'profile.restored': { invalidates: ['auth', 'information', 'notificationSettings'] },
  'password.changed': { invalidates: password },
  'password.removed': { invalidates: password },
  'password.reset-requested': {},
  'password.reset': { invalidates: password },
  'not-me.reported': { invalidates: password },
  'access.removed': { invalidates: password },
  'event.disowned': {},
  'session.started': { invalidates: sessions },
  'session.confirmed': {},
  'session.renamed': { invalidates: ['sessions'] },
  'session.confirmation-ended': {},
  'session.ended': { invalidates: sessions },
  'sign-in.refused': {},
  'sign-in.unlocked': {},
  'data-export.requested': { invalidates: ['dataExport'] },
  'data-export.downloaded': {},
}

/** The events by type. */
export const eventInfo = new Map<string, EventInfo>(
  [coreEvents, ...accountFeatures.map(({ events }) => events)].flatMap((events) =>
    Object.entries(events),
  ),
)
