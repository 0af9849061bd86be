import type { NotificationSubject } from '#app/notification-subjects.ts'
import type { NotificationPage } from '#app/pages.ts'

export interface NotificationsPages {
  Notifications: {
    notifications: NotificationPage
    /** False on pages of older notifications. */
    isNewest: boolean
  }
}

/** `always`: cannot be turned off. */
export type NotificationSettingState = 'on' | 'off' | 'always'

export interface NotificationSettingRow {
  kind: NotificationSubject
  /** In the reader's language. */
  about: string
  mail: NotificationSettingState
  app: NotificationSettingState
}
