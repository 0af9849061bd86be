import { notificationSettings } from '#app/notification-types.ts'
import { notificationSettingLimits } from '#app/notifications/limits.ts'
import {
  maxNotificationsPerType,
  notificationRetentionMs,
} from '#app/platform/notifications/limits.ts'

import { duration } from './security-policy/duration.ts'
import type { TestApp } from './test-app.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  async accountState({ db }: TestApp) {
    const user = await db
      .selectFrom('users')
      .select('muted_notifications')
      .executeTakeFirstOrThrow()
    return { mutedNotifications: user.muted_notifications }
  },

  rateLimits: { 'Changing notification settings': notificationSettingLimits },

  policyValues: {
    notifications: [duration(notificationRetentionMs), `newest ${maxNotificationsPerType}`],
  },

  randomActions: {
    'choose notifications': (_, browser, pick) =>
      browser.visit('notification-settings.update', {
        on: notificationSettings.filter((_setting, index) => (pick >> index) % 2 === 0),
      }),
  },
}

export default feature
