import type { AccountEventType } from '#app/account-events.ts'
import type { PropName } from '#web/account-features.ts'
import { eventInfo } from '#web/lib/event-info.ts'

/** Every event appears among the recent events. */
const alwaysInvalidated: PropName[] = ['recentEvents']

/** The props that `notifications.changed` makes stale. */
export const notificationProps: PropName[] = [
  'unreadNotifications',
  'newestNotifications',
  'notifications',
]

export function isAccountEvent(name: string): name is AccountEventType {
  return eventInfo.has(name)
}

export function propsInvalidatedBy(type: AccountEventType): PropName[] {
  return [...alwaysInvalidated, ...(eventInfo.get(type)?.invalidates ?? [])]
}

export const allInvalidatableProps: PropName[] = [
  ...new Set([
    ...alwaysInvalidated,
    ...notificationProps,
    ...[...eventInfo.values()].flatMap(({ invalidates = [] }) => invalidates),
  ]),
]
