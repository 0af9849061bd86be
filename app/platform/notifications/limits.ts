import { day } from '#app/platform/lib/durations.ts'

/** How long a notification is stored, read or not. */
export const notificationRetentionMs = 90 * day

/** Of each type, the newest of an account: many of one type push out none of another. */
export const maxNotificationsPerType = 50

/** In the menu of the bell. */
export const maxMenuNotifications = 6

export const notificationsPerPage = 30
