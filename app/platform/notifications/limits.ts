import { day } from '#app/platform/lib/durations.ts'

/** How long a notification is stored, read or not. */
export const notificationRetentionMs = 90 * day

/** Maximum stored per account and type; older ones of the type are deleted. */
export const maxNotificationsPerType = 50

/** Shown in the menu of the bell. */
export const maxMenuNotifications = 6

export const notificationsPerPage = 30
