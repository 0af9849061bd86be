import { hour } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'

/** Changes of the notification settings. Each is an event. */
export const notificationSettingLimits: AttemptLimits = {
  perIp: [600, hour],
  perIpAndAccount: [[60, hour]],
  perAccount: [60, hour],
}
